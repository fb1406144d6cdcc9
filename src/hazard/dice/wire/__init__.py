"""Dicewars over TCP as the course platform does it: our agents on its server, its clients on ours.

A message is a JSON object in UTF-8. Those of the server end with a NUL byte; those of a client have no
framing, one packet is one message, which `framing` reads however packets were split or merged.

    framing   bytes to messages                    messages  messages to values and back
    joining   an agent plays on a server           mind      that agent, at its seat
    follower  a game as a client hears of it       limits    what a server puts up with
    table     a game as a server plays it          sitters   who sits there
    lobby     who waits for the next game          client    one client of a server, from hello to goodbye
    clock     time to decide
"""
