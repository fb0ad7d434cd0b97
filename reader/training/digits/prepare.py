"""Packs the labelled photographs: one size, their labels, and blanks made of the displays among them.

    /usr/bin/python3 -m reader.training.digits.prepare
"""

from __future__ import annotations

import argparse
import csv

import cv2
import numpy as np

from reader.training.folders import images_folder
from reader.training.digits.data import BLANK, DISPLAY, DRUM, HERE, NONE, Digits, families, work_folder
from reader.training.digits.scene import HEIGHT, WIDTH

GHOST = 0.12
"""The most of a digit that is left in the blank made of it."""


def read_crop(path: str) -> np.ndarray:
    """A photograph as RGB, WIDTH × HEIGHT."""
    picture = cv2.imread(path)
    if picture is None:
        raise FileNotFoundError(path)
    shrinks = picture.shape[0] > HEIGHT
    size = (WIDTH, HEIGHT)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)[:, :, ::-1]


def emptied(crop: np.ndarray, ghost: float, random: np.random.Generator) -> np.ndarray:
    """The display without its digit: a smooth surface through the pixels that no stroke covers, and a little noise."""
    rows, columns = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    basis = np.stack([np.ones_like(rows), rows, columns, rows * columns, rows**2, columns**2], axis=-1).reshape(-1, 6)
    values = crop.reshape(-1, 3).astype(np.float64)
    grey = values.mean(axis=1)
    strokes = np.sign(grey.mean() - np.median(grey)) or -1.0
    kept = np.ones(len(basis), bool)
    for _ in range(6):
        surface = basis @ np.linalg.lstsq(basis[kept], grey[kept], rcond=None)[0]
        off = (grey - surface) * strokes
        kept = off < np.quantile(off, 0.5)
    filled = basis @ np.linalg.lstsq(basis[kept], values[kept], rcond=None)[0]
    noise = random.normal(0, random.uniform(0.5, 4), (len(basis), 1))
    return (filled + ghost * (values - filled) + noise).clip(0, 255).astype(np.uint8).reshape(crop.shape)


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    random = np.random.default_rng(11)
    folder = images_folder()
    with open(folder / "digits.csv", newline="") as table:
        rows = list(csv.DictReader(table))
    with open(HERE / "rolling.csv", newline="") as table:
        rolling = {row["file"]: NONE if row["position"] == "none" else float(row["position"]) for row in csv.DictReader(table)}
    known = families()
    pictures, kinds, labels, groups, files = [], [], [], [], []

    def add(picture: np.ndarray, kind: int, label: float, row: dict, name: str) -> None:
        pictures.append(picture)
        kinds.append(kind)
        labels.append(label)
        groups.append(row["meter"])
        files.append(name)

    for row in rows:
        if row["meter"] not in known:
            raise ValueError(f"{row['meter']} is in no fold: add it to split.json")
        label = rolling.get(row["file"]) if row["label"] == "NaN" else float(row["label"]) % 10
        if label is None:
            continue
        kind = DRUM if row["kind"] == "drum" else DISPLAY
        crop = read_crop(str(folder / row["file"]))
        add(crop, kind, label, row, row["file"])
        if kind == DISPLAY:
            add(emptied(crop, random.uniform(0, GHOST), random), DISPLAY, BLANK, row, "made of " + row["file"])
    packed = Digits(np.stack(pictures), np.array(kinds), np.array(labels, np.float32), np.array(groups), np.array(files))
    packed.save(work_folder() / "photographs.npz")
    print(f"{len(labels)} photographs of {len(set(groups))} groups; per fold {np.bincount(packed.folds())}")


if __name__ == "__main__":
    main()
