"""The course platform's side of an AI: the classes that it imports, and the process that each game gets.

source    which AI a path names              platform  the modules and the folder that it finds
adapter   what the registry asks             desk      an AI where a debugger reaches it
sessions  running games, seen from the arena, each with its clock
nursery   the process that has imported an AI: it begins and ends its games
lives     a copy of that process for each    life      what goes on in one
form      how an AI is called                judging   what becomes of its answer
board     what it gets, made of              area      and what else it imports:
commands  moves  odds  player
rehearsal our part of a decision, played through before there is a game
"""
