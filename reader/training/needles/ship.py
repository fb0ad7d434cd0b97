"""Writes trained networks as weights files, and what a unit test compares them with.

    /usr/bin/python3 -m reader.training.needles.ship

`folds/needles-A.bin` has not seen the meters of group A, and so on; `reader/models/needles.bin` is trained on all.
"""

from __future__ import annotations

import argparse
import base64
import json
from pathlib import Path

import torch
import torch.nn.functional as F

from reader.training import export
from reader.training.folders import FOLD_WEIGHTS, MODELS
from reader.training.needles.chance import Chance
from reader.training.needles.data import FOLDS, work_folder
from reader.training.needles.network import Needles, standardised
from reader.training.needles.polar import RINGS, STEPS, unroll
from reader.training.needles.render import flat, gauge

SAMPLES = 2
"""Rendered dials whose probabilities a unit test compares."""


def load(name: str) -> Needles:
    network = Needles()
    network.load_state_dict(torch.load(work_folder() / f"{name}.pt"))
    return network.eval()


def write_samples(network: Needles, path: Path) -> None:
    """Unrolled dials as bytes in base64, ring by ring, with their probabilities: directions, then «no needle»."""
    chance = Chance(77)
    samples = []
    while len(samples) < SAMPLES:
        picture, axis, _, radius, _ = gauge(chance)
        places = flat(*unroll(picture, *axis, radius))
        with torch.no_grad():
            scores = network(standardised(torch.from_numpy(places).permute(2, 0, 1)[None].float()))
        answer = F.softmax(scores.reshape(-1), 0)
        encoded = base64.b64encode(places.tobytes()).decode("ascii")
        samples.append({"places": encoded, "probabilities": [round(float(p), 4) for p in answer]})
    path.write_text(json.dumps(samples) + "\n")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--temperature", type=float, default=1.0)
    given = arguments.parse_args()
    shape = (3, RINGS, STEPS)
    for fold in sorted(set(FOLDS.values())):
        path = FOLD_WEIGHTS / f"needles-{fold}.bin"
        print(fold, export.write(path, shape, load(fold).layers(), given.temperature))
    shipped = load("none")
    print("needles.bin", export.write(MODELS / "needles.bin", shape, shipped.layers(), given.temperature))
    write_samples(shipped, MODELS / "needles.samples.json")


if __name__ == "__main__":
    main()
