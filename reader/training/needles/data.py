"""Where things lie, and which photographs belong to which meter."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

FOLDS = {"needle-A": "A", "needle-B": "B", "needle-Bx": "B", "needle-C": "C", "needle-F": "F"}
"""The fold of each group of needles.csv: B and Bx are one make of meter."""


def images_folder() -> Path:
    """Where the labelled photographs lie."""
    return Path(os.environ.get("KENSHIN_METER_IMAGES", ROOT.parent / "shared" / "meter-images"))


def work_folder() -> Path:
    """Where unrolled pictures and checkpoints go; git ignores it."""
    folder = Path(os.environ.get("KENSHIN_TRAINING", ROOT / ".cache" / "training")) / "needles"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
