"""A bot that speaks the protocol: it always takes the last move, unless its argument makes it misbehave."""

from __future__ import annotations

import json
import sys
import time


def main(habit: str) -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game" and habit == "hello":
            print("hello", flush=True)
        if message["type"] != "choose":
            continue
        if habit == "slow":
            time.sleep(60)
        if habit == "end":
            return
        number, last = message["number"], len(message["moves"]) - 1
        answer = json.dumps({"number": number, "move": last})
        answers = {
            "long": "x" * 100_000,
            "text": "the last one",
            "high": json.dumps({"number": number, "move": last + 1}),
            "low": json.dumps({"number": number, "move": -1}),
            "twice": f"{answer}\n{answer}",
        }
        print(answers.get(habit, answer), flush=True)


main(sys.argv[1] if len(sys.argv) > 1 else "good")
