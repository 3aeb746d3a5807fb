"""PPO by RLlib, with masked actions, against random bots.

It needs Ray with RLlib and torch (``pip install -r examples/requirements.txt``):

    python examples/rllib_ppo.py --game steam --seats 3 --seconds 60 --out examples/rllib-steam.jsonl
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from engineshed.adapters.gym import env


class ForRLlib(gymnasium.ObservationWrapper):
    """What the masking module expects: floats, under its own names. Large numbers count by their logarithm."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(env(config["game"], seats=config["seats"], bots=config["bots"]))
        seen, mask = (self.env.observation_space[name].shape for name in ("observation", "action_mask"))
        box = gymnasium.spaces.Box
        self.observation_space = gymnasium.spaces.Dict(
            {"observations": box(-20, 20, seen, np.float32), "action_mask": box(0, 1, mask, np.float32)}
        )

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        seen, mask = observation["observation"].astype(np.float32), observation["action_mask"].astype(np.float32)
        if not mask.any():
            mask[:] = 1  # the game is over, and nothing is chosen any more
        return {"observations": np.sign(seen) * np.log1p(np.abs(seen)), "action_mask": mask}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="steam")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    config = (
        PPOConfig()
        .environment(ForRLlib, env_config={"game": given.game, "seats": given.seats, "bots": given.bots})
        .env_runners(num_env_runners=1, num_envs_per_env_runner=4)
        .training(train_batch_size_per_learner=2048, minibatch_size=512, num_epochs=3, lr=5e-4, gamma=0.999)
        .training(entropy_coeff=0.01)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256, 256], "head_fcnet_activation": "tanh"},
            )
        )
        .debugging(seed=given.seed)
    )
    algorithm = config.build_algo()
    lines, begun, longest = [], time.monotonic(), 0.0
    while (since := time.monotonic()) - begun + longest < given.seconds:  # no update that would take too long
        found = algorithm.train()["env_runners"]
        steps = int(found["num_env_steps_sampled_lifetime"])
        games, reward = int(found.get("num_episodes", 0)), float(found.get("episode_return_mean", 0))
        seconds = round(time.monotonic() - begun, 1)
        line = {"seconds": seconds, "steps": steps, "games": games, "reward": round(reward, 3)}
        print(json.dumps(line), flush=True)
        lines.append(line)
        longest = max(longest, time.monotonic() - since)
    algorithm.stop()
    if given.out:
        given.out.write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    main()
