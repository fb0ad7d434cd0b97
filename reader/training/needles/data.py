"""Where things lie, and which photographs belong to which meter."""

from __future__ import annotations

from pathlib import Path

from reader.training import folders

FOLDS = {"needle-A": "A", "needle-B": "B", "needle-Bx": "B", "needle-C": "C", "needle-F": "F"}
"""The fold of each group of needles.csv: B and Bx are one make of meter."""


def work_folder() -> Path:
    return folders.work_folder("needles")
