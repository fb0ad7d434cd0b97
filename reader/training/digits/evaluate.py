"""How well a digit network reads meters that its training left out; one look at each photograph.

    /usr/bin/python3 -m reader.training.digits.evaluate

The reader's own figures, with its views and its rules, come from `npm run bench:reader`.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F

from reader.training.digits import data
from reader.training.digits.network import DigitNetwork, normalize

CLEAR = 0.2001
"""Positions this near to a whole digit count as that digit."""


@torch.no_grad()
def probabilities(network: DigitNetwork, pictures: np.ndarray) -> np.ndarray:
    """Of the classes, for crops [n, h, w, 3]."""
    network.eval()
    luma = torch.tensor([0.299, 0.587, 0.114])
    parts = []
    for start in range(0, len(pictures), 256):
        grey = (torch.from_numpy(pictures[start : start + 256]).float() @ luma)[:, None]
        parts.append(F.softmax(network(normalize(F.avg_pool2d(grey, 2))), dim=1))
    return torch.cat(parts).numpy()


def positions(classes: np.ndarray, kinds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Position (whole for displays, NaN for no digit) and probability of what was chosen."""
    digits = classes[:, :10]
    pairs = np.where((kinds == data.DRUM)[:, None], digits + np.roll(digits, -1, axis=1), digits)
    best = pairs.argmax(axis=1)
    rows = np.arange(len(classes))
    weight = pairs[rows, best]
    share = np.where(kinds == data.DRUM, digits[rows, (best + 1) % 10] / np.maximum(weight, 1e-9), 0)
    other = classes[:, 10:].max(axis=1)
    return np.where(other > weight, np.nan, (best + share) % 10), np.maximum(weight, other)


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Distance round the drum; 5 where there is no position."""
    off = np.abs(one - other) % 10
    return np.nan_to_num(np.minimum(off, 10 - off), nan=5)


def report(network: DigitNetwork, digits: data.Digits, chosen: np.ndarray, detail: bool = False) -> None:
    """Prints figures averaged over families of meters, and of each family if asked for."""
    classes = probabilities(network, digits.pictures[chosen])
    labels, kinds = digits.labels[chosen], digits.kinds[chosen]
    read, _ = positions(classes, kinds)
    off = apart(np.round(read, 1), labels)
    family = np.array([data.families()[group][0] for group in digits.groups[chosen]])
    upstream = np.array([not group.startswith("jomjol") for group in digits.groups[chosen]])
    tables: dict[str, dict[str, tuple[int, float, float]]] = defaultdict(dict)
    for name in np.unique(family):
        for kind, kind_name in ((data.DRUM, "drum"), (data.DISPLAY, "display")):
            here = (family == name) & (kinds == kind) & (labels >= 0)
            clear = here & ((kinds == data.DISPLAY) | (np.abs(labels - np.round(labels)) <= CLEAR))
            if not clear.any():
                continue
            right = np.round(read[clear]) % 10 == np.round(labels[clear]) % 10
            near = (off[here] <= CLEAR).mean() if upstream[here].all() else np.nan
            tables[kind_name][name] = (int(here.sum()), right.mean() * 100, near * 100)
    for kind_name, table in tables.items():
        if detail:
            for name, (count, right, near) in table.items():
                print(f"  {kind_name:8s} {name:32s} {count:5d} {right:6.1f} {near:6.1f}")
        figures = np.array([entry[1:] for entry in table.values()])
        near = f", within 0.2 {np.nanmean(figures[:, 1]):.2f}" if kind_name == "drum" else ""
        print(f"  {kind_name:8s} clear {figures[:, 0].mean():.2f}{near}")
    blanks = labels == data.BLANK
    if blanks.any():
        print(f"  blanks made of digits {100 * (classes[blanks].argmax(1) == data.BLANK_CLASS).mean():.1f}", flush=True)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    torch.set_num_threads(1)
    digits = data.Digits.load(data.work_folder() / "photographs.npz")
    folds = digits.folds()
    for fold in range(data.FOLDS):
        network = DigitNetwork()
        network.load_state_dict(torch.load(data.work_folder() / f"{fold}.pt")["state"])
        print(f"Fold {fold}, {int((folds == fold).sum())} photographs never seen")
        report(network, digits, np.flatnonzero(folds == fold), detail=True)


if __name__ == "__main__":
    main()
