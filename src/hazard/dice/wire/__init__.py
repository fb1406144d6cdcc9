"""Dicewars over TCP as the course platform does it: our agents on its server, its clients on ours.

A message is a JSON object in UTF-8. Those of the server end with a NUL byte; those of a client have no
framing, one packet is one message, which `framing` reads however packets were split or merged.

    framing   bytes to messages                    messages  messages to values and back
    follower  a game as a client hears of it       joining   an agent plays on a server
    table     a game as a server plays it          client    one client of a server, from hello to goodbye
    lobby     who waits for the next game          clock     time to decide
"""
