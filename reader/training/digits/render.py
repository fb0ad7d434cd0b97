"""Renders digits that the photographs lack.

    /usr/bin/python3 -m reader.training.digits.render
"""

from __future__ import annotations

import argparse
import time

import cv2
import numpy as np
from numpy.random import Generator

from reader.training.digits import displays, drums, glyphs, scene
from reader.training.digits.data import BLANK, DISPLAY, DRUM, MINUS, NONE, Digits, work_folder

SHARES = {"drum": 0.4, "segments": 0.33, "matrix": 0.2, "none": 0.07}


def nothing(random: Generator) -> np.ndarray:
    """What is no digit at all: letters, edges, stripes, textures."""
    height, width = scene.HEIGHT * scene.SCALE, scene.WIDTH * scene.SCALE
    picture = scene.ground(random, random.uniform(10, 245))
    kind = random.random()
    if kind < 0.3:
        mask = np.zeros((height, width), np.float32)
        letter = glyphs.letter_mask(random, round(height * random.uniform(0.4, 0.85)), round(width * random.uniform(0.5, 0.85)))
        scene.paste(mask, letter, width * random.uniform(0.35, 0.65), height * random.uniform(0.4, 0.6))
        picture = scene.blend(picture, mask, random.uniform(0, 255))
    elif kind < 0.6:
        for _ in range(int(random.integers(1, 7))):
            ends = random.uniform(-0.3, 1.3, 4) * [width, height, width, height]
            x1, y1, x2, y2 = (int(end) for end in ends)
            mask = np.zeros_like(picture)
            cv2.line(mask, (x1, y1), (x2, y2), 1.0, int(random.uniform(1, 30) * scene.SCALE), cv2.LINE_AA)
            picture = scene.blend(picture, mask * random.uniform(0.2, 1), random.uniform(0, 255))
    else:
        cells = tuple(int(n) for n in random.integers(3, 14, 2))
        noise = random.normal(0, random.uniform(15, 70), cells).astype(np.float32)
        picture = picture + cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    return scene.streaks(random, picture, 0.3)


def one(random: Generator) -> tuple[np.ndarray, int, float]:
    """A photograph, its kind and its label."""
    draw = random.random()
    if draw < SHARES["drum"]:
        picture, label = drums.render(random)
        return scene.photograph(random, picture), DRUM, label
    if draw < SHARES["drum"] + SHARES["none"]:
        return scene.photograph(random, nothing(random)), DISPLAY, NONE
    display = displays.segments if random.random() < SHARES["segments"] / (SHARES["segments"] + SHARES["matrix"]) else displays.matrix
    picture, digit = display(random)
    label = BLANK if digit == displays.BLANK else MINUS if digit == displays.MINUS else digit
    return scene.photograph(random, picture), DISPLAY, label


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=120_000)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    started = time.time()
    pictures = np.empty((arguments.count, scene.HEIGHT, scene.WIDTH), np.uint8)
    kinds = np.empty(arguments.count, np.int64)
    labels = np.empty(arguments.count, np.float32)
    for index in range(arguments.count):
        pictures[index], kinds[index], labels[index] = one(np.random.default_rng([arguments.seed, index]))
    Digits(pictures[..., None], kinds, labels).save(work_folder() / "rendered.npz")
    print(f"{arguments.count} digits in {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
