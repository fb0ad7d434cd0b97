"""Trains the digit network: first on rendered digits alone, then without one fold of meters or on all of them.

    /usr/bin/python3 -m reader.training.digits.train --without all
    /usr/bin/python3 -m reader.training.digits.train --without 0
    /usr/bin/python3 -m reader.training.digits.train --without none
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from reader.training.optimizing import Average, one_cycle, parameter_groups
from reader.training.digits import augment, data
from reader.training.digits.evaluate import report
from reader.training.digits.network import DigitNetwork, normalize

PHOTOGRAPHED = 0.65
"""Of a batch; the others are rendered."""
SMOOTHING = 0.02
DISPLAY_WEIGHT = 3.0
MADE_BLANK_WEIGHT = 0.5


def sampling_weights(digits: data.Digits, chosen: np.ndarray) -> torch.Tensor:
    """Every meter in sight, large ones more: one over the root of the group's size."""
    sizes = {group: count for group, count in zip(*np.unique(digits.groups[chosen], return_counts=True))}
    weights = np.array([1 / np.sqrt(sizes[group]) for group in digits.groups[chosen]])
    display = digits.kinds[chosen] == data.DISPLAY
    weights[display] *= DISPLAY_WEIGHT
    weights[digits.labels[chosen] == data.BLANK] *= MADE_BLANK_WEIGHT
    return torch.from_numpy(weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--without", choices=["0", "1", "2", "none", "all"], required=True, help="the fold of photographs left out"
    )
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)

    real = data.Digits.load(data.work_folder() / "photographs.npz")
    rendered = data.Digits.load(data.work_folder() / "rendered.npz")
    left_out = np.array([arguments.without in ("all", str(fold)) for fold in real.folds()])
    chosen = np.flatnonzero(~left_out)
    photographed = int(arguments.batch * PHOTOGRAPHED) if len(chosen) else 0
    weights = sampling_weights(real, chosen) if photographed else torch.zeros(0)
    indices = torch.from_numpy(chosen)
    real_pictures, real_kinds, real_labels = (torch.from_numpy(a) for a in (real.pictures, real.kinds, real.labels))
    drawn_pictures, drawn_kinds, drawn_labels = (
        torch.from_numpy(a) for a in (rendered.pictures, rendered.kinds, rendered.labels)
    )

    network = DigitNetwork()
    if photographed:
        network.load_state_dict(torch.load(data.work_folder() / "all.pt")["state"])
    average = Average(network, 0.998)
    optimizer = torch.optim.AdamW(parameter_groups(network, 2e-3), lr=arguments.rate, betas=(0.9, 0.99))
    started, mean_loss = time.time(), 0.0
    for step in range(arguments.steps):
        picked = indices[torch.multinomial(weights, photographed, replacement=True)] if photographed else indices
        drawn = torch.randint(len(drawn_labels), (arguments.batch - photographed,))
        pictures = torch.cat(
            [augment.grey(real_pictures[picked]), drawn_pictures[drawn].permute(0, 3, 1, 2).float()]
        )
        kinds = torch.cat([real_kinds[picked], drawn_kinds[drawn]])
        labels = torch.cat([real_labels[picked], drawn_labels[drawn]])
        pictures, labels = augment.augment(pictures, kinds, labels)
        scores = F.log_softmax(network(normalize(pictures)), dim=1)
        wanted = data.targets(labels) * (1 - SMOOTHING) + SMOOTHING / data.CLASSES
        loss = -(wanted * scores).sum(1).mean()
        for group in optimizer.param_groups:
            group["lr"] = one_cycle(step, arguments.steps, arguments.rate)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        average.update(network)
        mean_loss = 0.99 * mean_loss + 0.01 * loss.item() if step else loss.item()
        if (step + 1) % 1000 == 0:
            print(f"{step + 1} steps, loss {mean_loss:.3f}, {time.time() - started:.0f} s", flush=True)
            if left_out.any():
                report(average.network, real, np.flatnonzero(left_out))
    path = data.work_folder() / f"{arguments.without}.pt"
    torch.save({"state": average.network.state_dict(), "steps": arguments.steps, "seed": arguments.seed}, path)
    if left_out.any():
        report(average.network, real, np.flatnonzero(left_out), detail=True)


if __name__ == "__main__":
    main()
