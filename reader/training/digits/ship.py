"""Writes trained networks as weights files, and what the tests compare them with.

    /usr/bin/python3 -m reader.training.digits.ship

The fold networks go to reader/training/folds/ (split.json: fold k has not seen the families of fold k), the one trained
on all meters to reader/models/digits.bin.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from reader.training import export
from reader.training.folders import FOLD_WEIGHTS, MODELS
from reader.training.digits import data
from reader.training.digits.network import INPUT, DigitNetwork, normalize

SAMPLES = 8
"""Rendered inputs whose probabilities a unit test compares."""


def load(name: str) -> DigitNetwork:
    network = DigitNetwork()
    network.load_state_dict(torch.load(data.work_folder() / f"{name}.pt")["state"])
    return network.eval()


def write_samples(network: DigitNetwork, path: Path) -> None:
    """A few rendered crops of 20 × 32 as rows of hexadecimal grey bytes, with their probabilities in PyTorch."""
    rendered = data.Digits.load(data.work_folder() / "rendered.npz")
    grey = torch.from_numpy(rendered.pictures[:SAMPLES]).permute(0, 3, 1, 2).float()
    inputs = F.avg_pool2d(grey, 2).round()
    with torch.no_grad():
        classes = F.softmax(network(normalize(inputs)), dim=1).numpy()
    samples = [
        {"grey": picture.astype(np.uint8).tobytes().hex(), "probabilities": [round(float(p), 4) for p in row]}
        for picture, row in zip(inputs[:, 0].numpy(), classes)
    ]
    path.write_text(json.dumps(samples, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fold", choices=["0", "1", "2"], help="write this fold's network only")
    arguments = parser.parse_args()
    for fold in [arguments.fold] if arguments.fold else map(str, range(data.FOLDS)):
        print(f"digits-{fold}.bin", export.write(FOLD_WEIGHTS / f"digits-{fold}.bin", INPUT, load(fold).layers()))
    if arguments.fold:
        return
    shipped = load("none")
    print("digits.bin", export.write(MODELS / "digits.bin", INPUT, shipped.layers()))
    write_samples(shipped, MODELS / "digits.samples.json")


if __name__ == "__main__":
    main()
