"""Tests of rules in Python: positions are laid out in the engine, which says what may be done there.

    python3 rules_test.py

The program is `ttr`, or what the variable TTR names.
"""

import json
import os
import subprocess
import unittest

ISLE = """
format = 1
name = "Isle"
rules = "classic"
routes = [
    { between = ["Ayr", "Bath"], length = 2, colour = "red" },
    { between = ["Bath", "Cork"], length = 3, colour = "gray" },
]
tickets = [{ cities = ["Ayr", "Cork"], points = 5 }]
set = { tickets = { deal = 0, keep = 0 } }
[cities]
Ayr = {}
Bath = {}
Cork = {}
"""


class Rules(unittest.TestCase):
    def setUp(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.engine = subprocess.Popen([os.environ.get("TTR", "ttr"), "engine"], **pipes)
        self.addCleanup(self.engine.communicate)

    def ask(self, do, **what):
        print(json.dumps({"do": do, **what}), file=self.engine.stdin, flush=True)
        answer = json.loads(self.engine.stdout.readline())
        self.assertNotEqual(answer["is"], "error", answer.get("text"))
        return answer

    def lay_out(self, **position):
        isle = {"name": "isle", "text": ISLE}
        self.game = self.ask("new", map=isle, players=["Ann", "Bob"], position=position)["game"]

    def claims(self, *cities):
        """The payments with which Ann may claim a route."""
        legal = self.ask("legal", game=self.game, who=1, op="claim/route", **{"with": {"route": {"between": cities}}})
        return [listed["action"]["pay"] for listed in legal["legal"]["actions"]]

    def test_a_route_is_paid_for_in_its_colour_and_wilds_stand_for_any(self):
        self.lay_out(players={"Ann": {"hand": {"red": 1, "blue": 3, "wild": 1}}})
        self.assertEqual(self.claims("Ayr", "Bath"), [{"red": 1, "wild": 1}])
        self.assertEqual(self.claims("Bath", "Cork"), [{"blue": 3}, {"blue": 2, "wild": 1}])

    def test_a_route_of_two_spaces_scores_two_points(self):
        self.lay_out(players={"Ann": {"hand": {"red": 2}}, "Bob": {"routes": [["Bath", "Cork"]]}})
        self.assertEqual(self.claims("Bath", "Cork"), [])
        claim = {"op": "claim/route", "route": {"between": ["Ayr", "Bath"]}, "pay": {"red": 2}}
        self.assertEqual(self.ask("act", game=self.game, who=1, action=claim)["to_act"], [2])
        sides = self.ask("score", game=self.game)["score"]["sides"]
        self.assertEqual([side["total"] for side in sides], [2, 4])


if __name__ == "__main__":
    unittest.main()
