"""PPO in one file, in the manner of CleanRL: a network learns a game against random bots.

It needs torch (``pip install -r examples/requirements.txt``). One minute on two processors is enough to beat them:

    python examples/ppo.py --game steam --seats 3 --seconds 60 --out examples/ppo-steam.jsonl
    python examples/curve.py examples/ppo-steam.jsonl > examples/ppo-steam.svg
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from engineshed.adapters.vector import VectorEnv

STEPS, GAMES, PROCESSES = 64, 32, 2
"""How many steps of how many games are learned from at a time."""
EPOCHS, BATCHES = 3, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, RATE = 0.999, 0.95, 0.2, 0.01, 0.5, 5e-4


class Network(nn.Module):
    """Which number to choose, and what the position is worth. Large numbers count by their logarithm."""

    def __init__(self, seen: int, numbers: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh())
        self.policy, self.value = nn.Linear(256, numbers), nn.Linear(256, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        body = self.body(seen.sign() * seen.abs().log1p())
        return Categorical(logits=self.policy(body).masked_fill(~mask, -1e9)), self.value(body).squeeze(-1)


def tensors(observation: dict[str, np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    mask = torch.from_numpy(observation["action_mask"]).bool()
    mask[~mask.any(1)] = True  # the game is over, and the next action is ignored
    return torch.from_numpy(observation["observation"]).float(), mask


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="steam")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    env = VectorEnv(given.game, num_envs=GAMES, processes=PROCESSES, seats=given.seats, bots=given.bots)
    lines = list(learn(env, given.seconds, given.seed))
    env.close()
    if given.out:
        given.out.write_text("".join(json.dumps(line) + "\n" for line in lines))


def learn(env: VectorEnv, seconds: float, seed: int):
    observation, _ = env.reset(seed=seed)
    seen, mask = tensors(observation)
    network = Network(seen.shape[1], mask.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    begun, steps, ended = time.monotonic(), 0, np.zeros(GAMES, bool)
    longest = 0.0
    while (since := time.monotonic()) - begun + longest < seconds:  # no update that would take too long
        rollout: list[tuple[torch.Tensor, ...]] = []
        results: list[float] = []
        for _ in range(STEPS):
            with torch.no_grad():
                choice, value = network(seen, mask)
            action = choice.sample()
            begins = torch.from_numpy(ended)  # this step only begins a new game
            observation, reward, over, cut, _ = env.step(action.numpy())
            results += [float(one) for one, done in zip(reward, over, strict=True) if done]
            rollout.append((seen, mask, action, choice.log_prob(action), value, torch.from_numpy(reward), begins))
            ended = over | cut
            seen, mask = tensors(observation)
        steps += STEPS * GAMES
        with torch.no_grad():
            _, last = network(seen, mask)
        improve(network, optimizer, rollout, last, torch.from_numpy(ended))
        wins = sum(result == 1 for result in results)
        line = {
            "seconds": round(time.monotonic() - begun, 1),
            "steps": steps,
            "games": len(results),
            "wins": wins,
            "reward": round(sum(results) / max(1, len(results)), 3),
        }
        print(json.dumps(line), flush=True)
        yield line
        longest = max(longest, time.monotonic() - since)


def improve(network, optimizer, rollout, last: torch.Tensor, ended: torch.Tensor) -> None:
    seen, mask, action, old, value, reward, begins = (torch.stack(part) for part in zip(*rollout, strict=True))
    over = torch.cat([begins[1:], ended[None]])  # whether this step ended its game
    gains, ahead, gain = torch.zeros_like(reward), last, torch.zeros_like(last)
    for step in range(len(rollout) - 1, -1, -1):
        goes_on = (~over[step]).float()
        gain = reward[step] + GAMMA * ahead * goes_on - value[step] + GAMMA * LAMBDA * goes_on * gain
        gain = gain * (~begins[step]).float()
        gains[step], ahead = gain, value[step]
    real = ~begins.flatten()
    parts = [part.flatten(0, 1)[real] for part in (seen, mask, action, old, gains, gains + value)]
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(parts[0])).chunk(BATCHES):
            seen, mask, action, old, gain, wanted = (part[batch] for part in parts)
            choice, value = network(seen, mask)
            ratio = (choice.log_prob(action) - old).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            surrogate = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
            loss = VALUE * (value - wanted).pow(2).mean() - surrogate - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
