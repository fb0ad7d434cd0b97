"""The prepared digits: arrays on disk, their labels, and which meters belong together."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

import numpy as np
import torch

from reader.training import folders

HERE = Path(__file__).parent

DRUM, DISPLAY = 0, 1

BLANK, MINUS, NONE = -1.0, -2.0, -3.0
"""Labels beside positions 0 ≤ label < 10: an unlit place, a minus sign, no digit at all."""

CLASSES = 13
"""0..9, blank, minus, no digit."""
BLANK_CLASS, MINUS_CLASS, NONE_CLASS = 10, 11, 12

FOLDS = 3


def work_folder() -> Path:
    return folders.work_folder("digits")


def families() -> dict[str, tuple[str, int]]:
    """The family (groups that may show one meter) and the fold of every source group."""
    entries = json.loads((HERE / "split.json").read_text())
    return {group: (entry["family"], entry["fold"]) for entry in entries for group in entry["groups"]}


@dataclass
class Digits:
    """n crops, all of one size; `groups` names each photograph's source group, None for rendered ones."""

    pictures: np.ndarray
    """uint8 [n, height, width, channels]: 3 channels (RGB) or grey."""
    kinds: np.ndarray
    labels: np.ndarray
    groups: Optional[np.ndarray] = None
    files: Optional[np.ndarray] = None

    def save(self, path: Path) -> None:
        extra = {} if self.groups is None else {"groups": self.groups, "files": self.files}
        np.savez(path, pictures=self.pictures, kinds=self.kinds, labels=self.labels, **extra)

    @staticmethod
    def load(path: Path) -> "Digits":
        with np.load(path) as arrays:
            return Digits(**{name: arrays[name] for name in arrays.files})

    def folds(self) -> np.ndarray:
        table = families()
        return np.array([table[group][1] for group in self.groups])


def targets(labels: torch.Tensor) -> torch.Tensor:
    """Class probabilities to learn: 6.7 is 0.3 of the 6 and 0.7 of the 7."""
    result = torch.zeros(len(labels), CLASSES)
    digit = labels >= 0
    position = torch.where(digit, labels, torch.zeros_like(labels)) % 10
    lower = position.floor()
    share = (position - lower) * digit
    rows = torch.arange(len(labels))
    result[rows, lower.long() % 10] = (1 - share) * digit
    result[rows, (lower.long() + 1) % 10] += share
    for label, output in ((BLANK, BLANK_CLASS), (MINUS, MINUS_CLASS), (NONE, NONE_CLASS)):
        result[labels == label, output] = 1
    return result
