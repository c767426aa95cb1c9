"""Plays whole games through `ttr engine` by choosing legal actions, and holds every score sheet against that of
`ttr replay --verify` on the save. Lines that are no requests come in between, and must change nothing.

    python3 host.py TTR MAP GAMES FOLDER [SEED]
"""

import json
import os
import random
import subprocess
import sys

GARBAGE = [
    ("", None),
    ("nonsense", "not-json"),
    ('{"do": "act", "game"', "not-json"),
    ("[1, 2, 3]", "not-json"),
    ("[" * 5000, "not-json"),
    ("\xff\u20ac", "not-json"),
    ('{"do": "atc"}', "unknown-kind"),
    ('{"do": 7}', "bad-field"),
    ("{}", "bad-field"),
    ('{"do": "act", "game": GAME, "who": 1}', "bad-field"),
    ('{"do": "act", "game": GAME, "who": 99, "number": 0}', "bad-field"),
    ('{"do": "act", "game": GAME, "who": WHO, "number": 10000000000}', "bad-field"),
    ('{"do": "act", "game": GAME, "who": WHO, "action": {"op": "nothing/such"}}', "bad-field"),
    ('{"do": "act", "game": 999999, "who": 1, "number": 0}', "no-such-game"),
    ('{"do": "act", "game": GAME, "who": OTHER, "number": 0}', "not-your-turn"),
    ('{"do": "load", "text": "no save"}', "bad-save"),
    ('{"do": "new", "map": "nowhere", "players": 2}', "bad-field"),
    ('{"do": "new", "map": {"name": "x", "text": "format ="}, "players": 2}', "bad-rules"),
    ('{"do": "undo", "game": GAME, "who": OTHER}', "undo-refused"),
]


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="surrogateescape"
        )

    def line(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, do, **fields):
        self.line(json.dumps({"do": do, **fields}))
        answer = self.answer()
        assert answer["is"] != "error", (do, fields, answer)
        return answer


def disturb(engine, chance, status):
    """A line that is no request, or can't be granted: the answer says so, and nothing has changed."""
    text, code = chance.choice(GARBAGE)
    others = [seat for seat in range(1, len(status["players"]) + 1) if seat not in status["to_act"]]
    if "OTHER" in text and not others:
        return
    game, who = status["game"], status["to_act"][0]
    before = engine.ask("state", game=game, who=who)
    text = text.replace("GAME", str(game)).replace("WHO", str(who)).replace("OTHER", str(chance.choice(others or [0])))
    engine.line(text)
    if code:
        answer = engine.answer()
        undone = code == "undo-refused" and answer["is"] == "game"
        assert undone or answer.get("code") == code and answer["text"], (text, answer)
        if undone:
            return "undone"
    assert engine.ask("state", game=game, who=who) == before, text


def play(engine, chance, map_name, players, seed):
    """Plays one game to its end."""
    status = engine.ask("new", map=map_name, players=players, seed=seed)
    game = status["game"]
    while status["to_act"]:
        who = chance.choice(status["to_act"])
        if chance.random() < 0.05 and disturb(engine, chance, status) == "undone":
            status = engine.ask("game", game=game)
            continue
        # A kind of action, then one of it: so that tickets are drawn as often as routes are claimed.
        ops = engine.ask("legal", game=game, who=who, most=0)["legal"]["operations"]
        op = chance.choice(sorted(ops))
        number = chance.randrange(ops[op])
        page = engine.ask("legal", game=game, who=who, op=op, **{"from": number, "most": 1})["legal"]
        chosen = page["actions"][0]
        how = {"action": chosen["action"]} if chance.random() < 0.5 else {"number": chosen["number"]}
        status = engine.ask("act", game=game, who=who, **how)
    return status


def main(program, map_name, games, folder, first=1):
    chance = random.Random(f"{map_name} {first}")
    engine = Engine(program)
    decisions = 0
    for seed in range(first, first + games):
        status = play(engine, chance, map_name, chance.randint(2, 4), seed)
        game = status["game"]
        decisions += status["decisions"]
        sheet = engine.ask("score", game=game)["score"]
        assert sheet["final"] and status["over"], sheet
        path = os.path.join(folder, f"{map_name}-{seed}.ttr.jsonl")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(engine.ask("save", game=game)["text"])
        again = subprocess.run(
            [program, "replay", path, "--verify", "--format", "json"], capture_output=True, encoding="utf-8", check=True
        )
        verified = json.loads(again.stdout)
        assert verified["score"] == sheet, (path, verified["score"], sheet)
        assert (verified["decisions"], verified["over"]) == (status["decisions"], status["over"]), (path, verified)
        engine.ask("end", game=game)
        os.remove(path)
    engine.ask("quit")
    assert engine.process.wait() == 0
    print(f"{map_name}: {games} games, {decisions} decisions, all score sheets equal")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(words[0], words[1], int(words[2]), words[3], *map(int, words[4:]))
