"""Where things lie."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "reader" / "models"
FOLD_WEIGHTS = ROOT / "reader" / "training" / "folds"


def images_folder() -> Path:
    """Where the labelled photographs lie."""
    return Path(os.environ.get("KENSHIN_METER_IMAGES", ROOT.parent / "shared" / "meter-images"))


def work_folder(part: str) -> Path:
    """Where a part's prepared arrays and checkpoints go; git ignores it."""
    folder = Path(os.environ.get("KENSHIN_TRAINING", ROOT / ".cache" / "training")) / part
    folder.mkdir(parents=True, exist_ok=True)
    return folder
