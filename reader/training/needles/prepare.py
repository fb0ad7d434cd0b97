"""Unrolls the photographed dials of needles.csv (seeded).

    /usr/bin/python3 -m reader.training.needles.prepare

The table gives the value to a tenth (3.6 degrees) and calls the middle of each picture the dial's centre. Where the
needle is red its tip can be measured to a degree: the centre of each dial is then taken where tips and labels of all
its pictures agree best, and the angle taught is the mean of label and tip about that centre.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from reader.training.folders import images_folder
from reader.training.needles.chance import Chance
from reader.training.needles.data import FOLDS, work_folder
from reader.training.needles.hands import bearing
from reader.training.needles.polar import RINGS, STEPS, unroll
from reader.training.needles.render import NONE, flat

SEED = 5
VIEWS = 6
AGREE = 8.0
"""Degrees within which a measured tip belongs to its label."""


def load(path: Path) -> np.ndarray:
    return cv2.imread(str(path), cv2.IMREAD_COLOR)[:, :, ::-1]


def apart(a, b):
    """Signed degrees from b to a, -180..180."""
    return (a - b + 180) % 360 - 180


def red_tip(picture: np.ndarray, hub: tuple[float, float]) -> tuple[float, float] | None:
    """The end of the red piece at the hub, as ratios of the picture; None when there is none."""
    height, width = picture.shape[:2]
    red, green, blue = (picture[:, :, channel].astype(int) for channel in range(3))
    _, pieces = cv2.connectedComponents((red - np.maximum(green, blue) > 40).astype(np.uint8))
    x, y = hub[0] * width, hub[1] * height
    piece = pieces[int(y), int(x)]
    if piece == 0:
        return None
    ys, xs = np.nonzero(pieces == piece)
    far = np.hypot(xs - x, ys - y)
    end = far > far.max() - 3
    return (xs[end].mean() + 0.5) / width, (ys[end].mean() + 0.5) / height


def fit_centre(tips: np.ndarray, degrees: np.ndarray) -> tuple[float, float]:
    """The centre (ratios) about which tips and labels agree best; the middle when there are too few."""
    if len(tips) < 12:
        return 0.5, 0.5
    around = np.arange(-0.07, 0.0701, 0.01)  # of the width
    candidates = [(0.5 + dx, 0.5 + dy) for dx in around for dy in around]

    def off(centre: tuple[float, float]) -> float:
        angles = np.degrees(np.arctan2(tips[:, 0] - centre[0], centre[1] - tips[:, 1]))
        far = np.hypot(centre[0] - 0.5, centre[1] - 0.5)
        return float(np.mean(np.minimum(np.abs(apart(angles, degrees)), AGREE)) + 8 * far)

    return min(candidates, key=off)


def main() -> None:
    chance = Chance(SEED)
    images = images_folder()
    dials = defaultdict(list)
    with open(images / "needles.csv", newline="") as table:
        for row in csv.DictReader(table):
            dials[row["file"].split("/")[2]].append(row)
    places, angles, folds, names = [], [], [], []
    for dial, rows in sorted(dials.items()):
        pictures = [load(images / row["file"]) for row in rows]
        hubs = [(float(row["hub_x"]), float(row["hub_y"])) for row in rows]
        tips = [red_tip(picture, hub) for picture, hub in zip(pictures, hubs)]
        labels = np.array([float(row["degree"]) for row in rows])
        known = [index for index, tip in enumerate(tips) if tip]
        centre = fit_centre(np.array([tips[index] for index in known]).reshape(-1, 2), labels[known])
        fold = FOLDS[rows[0]["meter"]]

        def add(picture: np.ndarray, hub: tuple[float, float], tip: tuple[float, float] | None, radius: float) -> None:
            """One view, its axis somewhere between the dial's centre and the hub."""
            height, width = picture.shape[:2]
            share = chance.between(-0.2, 1)
            x = width * (centre[0] + share * (hub[0] - centre[0]) + chance.normal(0.018) * radius)
            y = height * (centre[1] + share * (hub[1] - centre[1]) + chance.normal(0.018) * radius)
            places.append(flat(*unroll(picture, x, y, radius * width * chance.between(0.9, 1.11))))
            angles.append(NONE if tip is None else bearing((x, y), (tip[0] * width, tip[1] * height)))
            folds.append(fold)
            names.append(dial)

        agreed = 0
        for picture, hub, tip, label, row in zip(pictures, hubs, tips, labels, rows):
            radius = float(row["radius"])
            angle = label
            if tip and abs(apart(bearing(centre, tip), label)) < AGREE:
                agreed += 1
                angle = label + apart(bearing(centre, tip), label) / 2
            turn, reach = np.radians(angle), 0.95 * radius
            taught = (centre[0] + reach * np.sin(turn), centre[1] - reach * np.cos(turn))
            for _ in range(VIEWS):
                add(picture, hub, taught, radius)
        if len({row["degree"] for row in rows}) >= 25:
            alike = [picture for picture in pictures if picture.shape == pictures[0].shape]
            bare = np.median(np.stack(alike), axis=0)
            for _ in range(20):
                add(bare.astype(np.uint8), hubs[0], None, float(rows[0]["radius"]))
        print(f"{dial}: {len(rows)} pictures, centre {centre[0]:.2f} {centre[1]:.2f}, tips agree in {agreed}")
    unrolled, taught_angles = np.stack(places).reshape(-1, RINGS, STEPS, 3), np.array(angles, np.float32)
    np.savez(work_folder() / "photographed.npz", places=unrolled, angles=taught_angles, folds=folds, dials=names)


if __name__ == "__main__":
    main()
