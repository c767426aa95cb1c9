#!/usr/bin/env python3
"""A player for ttr, in any language that reads and writes lines of JSON:

    ttr play --players you,cmd:"python3 examples/python/bot.py"

It claims the longest route that it can pay for, as cheaply as it can; it keeps as many tickets as it may, and draws no more.
"""

import json
import sys

lengths = {}


def say(do, turn, **fields):
    print(json.dumps({"do": do, "game": turn["game"], "who": turn["who"], **fields}), flush=True)


def name(route):
    return (*sorted(route["between"]), route.get("track", 1))


def choose(turn):
    legal = turn["legal"]
    if "claim/route" in legal["operations"]:
        say("legal", turn, op="claim/route", most=10000)
        claims = json.loads(sys.stdin.readline())["legal"]["actions"]
        return max(claims, key=lambda c: (lengths[name(c["action"]["route"])], -c["action"]["pay"].get("wild", 0)))
    keeps = [c for c in legal["actions"] if c["action"]["op"] == "tickets/keep"]
    if keeps:
        return max(keeps, key=lambda c: len(c["action"]["tickets"]))
    others = [c for c in legal["actions"] if c["action"]["op"] != "tickets/draw"]
    return (others or legal["actions"])[0]


while line := sys.stdin.readline():
    message = json.loads(line)
    if message["is"] == "begin":
        lengths = {name(r["route"]): r["length"] for r in message["board"]["routes"]}
    elif message["is"] == "turn":
        say("act", message, number=choose(message)["number"])
