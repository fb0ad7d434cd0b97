"""Trains the needle network: first on rendered gauges alone, then without one group of meters or on all of them.

    /usr/bin/python3 -m reader.training.needles.train --without all
    /usr/bin/python3 -m reader.training.needles.train --without A
    /usr/bin/python3 -m reader.training.needles.train --without none

What begins with «all» is what the others start from. A network trained without A has never seen a meter of group A.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from reader.training.optimizing import Average, one_cycle, parameter_groups
from reader.training.needles.data import work_folder
from reader.training.needles.network import Needles, standardised
from reader.training.needles.polar import STEPS

BATCH = 48
PHOTOGRAPHED = 19
"""Of a batch; the others are rendered."""
PEAK = 3e-3
STEP = 360 / STEPS
SPREAD = 2.4
"""Degrees: the deviation of the bell that is taught around an angle. Labels are no finer."""


class Stock:
    """Unrolled pictures to draw batches from, each with its share of chance."""

    def __init__(self, places: np.ndarray, angles: np.ndarray, chances: np.ndarray) -> None:
        self.places = torch.from_numpy(places).permute(0, 3, 1, 2)
        self.angles = torch.from_numpy(angles)
        self.chances = torch.from_numpy(chances / chances.sum()).double()

    def draw(self, count: int) -> tuple[Tensor, Tensor]:
        chosen = torch.multinomial(self.chances, count, replacement=True)
        return self.places[chosen].float(), self.angles[chosen]


def rendered_stock() -> Stock:
    parts = [np.load(path) for path in sorted(work_folder().glob("rendered-*.npz"))]
    angles = np.concatenate([part["angles"] for part in parts])
    return Stock(np.concatenate([part["places"] for part in parts]), angles, np.ones(len(angles)))


def photographed_stock(without: str) -> Stock:
    """Dials with many pictures count less each; needle-less ones together as a twelfth."""
    data = np.load(work_folder() / "photographed.npz")
    kept = data["folds"] != without
    dials, angles = data["dials"][kept], data["angles"][kept]
    counts = {dial: np.count_nonzero(dials == dial) for dial in set(dials)}
    chances = np.array([counts[dial] ** -0.5 for dial in dials])
    bare = np.isnan(angles)
    if bare.any():
        chances[bare] *= chances[~bare].sum() / chances[bare].sum() / 12
    return Stock(data["places"][kept], angles, chances)


def turned(places: Tensor, steps: Tensor) -> Tensor:
    count, channels, rings, width = places.shape
    columns = (torch.arange(width)[None] - steps[:, None]) % width
    return torch.gather(places, 3, columns[:, None, None].expand(count, channels, rings, width))


def varied(places: Tensor, angles: Tensor) -> tuple[Tensor, Tensor]:
    """Turned, mirrored, in other light and other colours, with parts hidden."""
    count = len(places)

    def between(low: float, high: float, channels: int = 1) -> Tensor:
        return torch.rand(count, channels, 1, 1) * (high - low) + low

    def some(share: float) -> Tensor:
        return torch.rand(count, 1, 1, 1) < share

    steps = torch.randint(0, STEPS, (count,))
    places, angles = turned(places, steps), angles + steps * STEP
    mirrored = some(0.5)
    places = torch.where(mirrored, turned(places.flip(3), torch.ones(count, dtype=torch.long)), places)
    angles = torch.where(mirrored.reshape(-1), -angles, angles) % 360
    places = places * between(0.6, 1.3) * between(0.8, 1.2, 3) + between(-20, 20)
    places = torch.where(some(0.12), 255 - places, places)
    places = torch.where(some(0.25), places.mean(1, keepdim=True).expand_as(places), places)
    places = torch.where(some(0.2), places[:, torch.randperm(3)], places)
    mean = places.mean((1, 2, 3), keepdim=True)
    hidden = torch.randint(0, 10, (count, 1, 1, 1)) * some(0.2)
    places = torch.where(torch.arange(places.shape[2])[None, None, :, None] < hidden, mean, places)
    places = places + torch.randn_like(places) * between(0, 8)
    return standardised(places.clamp(0, 255)), angles


def loss_of(scores: Tensor, angles: Tensor) -> Tensor:
    logs = F.log_softmax(scores.reshape(len(scores), -1), 1).reshape_as(scores)
    none = torch.isnan(angles)
    away = (torch.arange(STEPS) * STEP - torch.nan_to_num(angles)[:, None] + 180) % 360 - 180
    bell = torch.exp(-0.5 * (away / SPREAD) ** 2)
    bell = bell / bell.sum(1, keepdim=True)
    pointing = -(bell * logs[:, 0]).sum(1)
    absent = -torch.logsumexp(logs[:, 1], 1)
    return torch.where(none, absent, pointing).mean()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--without", required=True, choices=["all", "none", "A", "B", "C", "F"])
    arguments.add_argument("--start", help="the checkpoint to go on from: all, unless rendered gauges alone are trained on")
    arguments.add_argument("--steps", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    rendered = rendered_stock()
    photographed = None if given.without == "all" else photographed_stock(given.without)
    network = Needles()
    start = given.start or ("all" if photographed else None)
    if start:
        network.load_state_dict(torch.load(work_folder() / f"{start}.pt"))
    average = Average(network, 0.995)
    optimizer = torch.optim.AdamW(parameter_groups(network, 2e-3), betas=(0.9, 0.99))
    begun, recent = time.process_time(), None
    for step in range(given.steps):
        for group in optimizer.param_groups:
            group["lr"] = one_cycle(step, given.steps, PEAK, 0.05 if start else 0.15)
        places, angles = rendered.draw(BATCH - PHOTOGRAPHED if photographed else BATCH)
        if photographed:
            more, theirs = photographed.draw(PHOTOGRAPHED)
            places, angles = torch.cat([places, more]), torch.cat([angles, theirs])
        places, angles = varied(places, angles)
        loss = loss_of(network(places), angles)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.update(network)
        recent = loss.item() if recent is None else 0.98 * recent + 0.02 * loss.item()
        if (step + 1) % 50 == 0:
            print(f"{step + 1} loss {recent:.3f} {time.process_time() - begun:.0f} s", flush=True)
            torch.save(average.network.state_dict(), work_folder() / f"{given.without}.pt")


if __name__ == "__main__":
    main()
