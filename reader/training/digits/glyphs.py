"""Digits as masks: drawn strokes in the manner of meter drums, and the fonts of Debian packages.

A mask is float32 0..1 of the given height and width that the glyph fills from edge to edge.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from PIL import Image, ImageDraw, ImageFont

FONTS = [
    "dejavu/DejaVuSans.ttf",
    "dejavu/DejaVuSans-Bold.ttf",
    "dejavu/DejaVuSansCondensed.ttf",
    "dejavu/DejaVuSansCondensed-Bold.ttf",
    "dejavu/DejaVuSansMono.ttf",
    "dejavu/DejaVuSansMono-Bold.ttf",
    "dejavu/DejaVuSerif.ttf",
    "dejavu/DejaVuSerifCondensed-Bold.ttf",
    "liberation/LiberationSans-Regular.ttf",
    "liberation/LiberationSans-Bold.ttf",
    "liberation/LiberationSansNarrow-Regular.ttf",
    "liberation/LiberationSansNarrow-Bold.ttf",
    "liberation/LiberationMono-Regular.ttf",
    "liberation/LiberationMono-Bold.ttf",
    "liberation/LiberationSerif-Regular.ttf",
]
"""From fonts-dejavu-core, fonts-dejavu-extra and fonts-liberation, under /usr/share/fonts/truetype."""

FOLDER = Path("/usr/share/fonts/truetype")
LETTERS = "ABCEFGHKLMNPRSTUVXYZkWhm/%°†"


def arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, square: float = 2.0) -> np.ndarray:
    """Points of a superellipse from one angle to another, degrees clockwise from three o'clock; `square` 2 is round."""
    angles = np.radians(np.linspace(start, end, 40))
    cosine, sine = np.cos(angles), np.sin(angles)
    x = np.sign(cosine) * np.abs(cosine) ** (2 / square)
    y = np.sign(sine) * np.abs(sine) ** (2 / square)
    return np.stack([cx + rx * x, cy + ry * y], axis=1)


def skeleton(digit: int, style: "StrokeStyle") -> list[np.ndarray]:
    """Centre lines of a digit in the unit square, x to the right and y down."""
    q, waist = style.square, style.waist
    upper, lower = waist / 2, (1 - waist) / 2
    if digit == 0:
        return [arc(0.5, 0.5, 0.5, 0.5, 0, 360, q)]
    if digit == 1:
        lines = [np.array([[style.one, 0], [style.one, 1]])]
        if style.flag > 0:
            lines.append(np.array([[style.one, 0], [style.one - style.flag, style.flag * 0.7]]))
        if style.foot:
            lines.append(np.array([[style.one - 0.3, 1], [style.one + 0.3, 1]]))
        return lines
    if digit == 2:
        top = arc(0.5, upper, 0.5, upper, 190, 380, q)
        if style.curly:
            return [np.vstack([top, [[0.35, 0.72], [0, 1], [1, 1]]])]
        return [np.vstack([top, [[0, 1], [1, 1]]])]
    if digit == 3:
        bottom = arc(0.5, waist + lower, 0.5, lower, 270, 530, q)
        if style.flat_three:
            return [np.vstack([[[0.05, 0], [0.95, 0], [0.5, waist]], bottom])]
        return [np.vstack([arc(0.5, upper, 0.46, upper, 190, 450, q), bottom])]
    if digit == 4:
        if style.open_four:
            return [
                np.array([[0.35, 0], [0, 0.7], [1, 0.7]]),
                np.array([[0.72, 0.42], [0.72, 1]]),
            ]
        return [np.array([[0.74, 1], [0.74, 0], [0, 0.7], [1, 0.7]])]
    if digit == 5:
        bowl = arc(0.48, 0.67, 0.52, 0.33, 235, 510, q)
        return [np.vstack([[[0.92, 0], [0.12, 0], [0.06, 0.46]], bowl])]
    if digit in (6, 9):
        bowl = arc(0.5, 1 - lower, 0.5, lower, 0, 360, q)
        if style.straight_tail:
            tail = np.array([[0.02, 1 - lower], [0.62, 0]])
        else:
            tail = np.vstack([arc(0.5, 0.45, 0.5, 0.45, 325, 180, q), [[0, 1 - lower]]])
        lines = [bowl, tail]
        return lines if digit == 6 else [1 - line for line in lines]
    if digit == 7:
        corner = [[0, 0], [1, 0]]
        if style.curly:
            lines = [np.vstack([corner, arc(1, 1, 0.62, 0.93, 268, 182)])]
        else:
            lines = [np.array([*corner, [style.seven, 1]])]
        if style.crossed:
            lines.append(np.array([[0.25, 0.52], [0.85, 0.52]]))
        if style.hook:
            lines.append(np.array([[0, 0], [0, 0.16]]))
        return lines
    return [
        arc(0.5, upper, 0.44, upper, 0, 360, q),
        arc(0.5, waist + lower, 0.5, lower, 0, 360, q),
    ]


class StrokeStyle:
    """One meter's hand: how its digits are drawn."""

    def __init__(self, random: Generator) -> None:
        self.square = float(random.choice([2.0, 2.0, 2.5, 3.2, 4.5]))
        self.waist = random.uniform(0.42, 0.5)
        self.one = random.uniform(0.45, 0.75)
        self.flag = float(random.choice([0.0, 0.15, 0.3, 0.45]))
        self.foot = random.random() < 0.12
        self.curly = random.random() < 0.25
        self.flat_three = random.random() < 0.2
        self.open_four = random.random() < 0.3
        self.straight_tail = random.random() < 0.25
        self.seven = random.uniform(0.15, 0.5)
        self.crossed = random.random() < 0.05
        self.hook = random.random() < 0.15
        self.weight = random.uniform(0.09, 0.24)
        """Stroke width as a share of the height."""

    def mask(self, digit: int, height: int, width: int) -> np.ndarray:
        pen = max(1.0, min(self.weight * height, 0.42 * width))
        size = np.array([max(1.0, width - pen), max(1.0, height - pen)])
        canvas = np.zeros((height, width), np.uint8)
        for line in skeleton(digit, self):
            points = np.round((line * size + pen / 2) * 16).astype(np.int32)
            cv2.polylines(canvas, [points], False, 255, max(1, round(pen)), cv2.LINE_AA, 4)
        return canvas.astype(np.float32) / 255


@lru_cache(maxsize=64)
def _font(name: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / name), 150)


def font_mask(text: str, name: str, height: int, width: int) -> np.ndarray:
    """A character of a font stretched to the size; an upright 1 keeps its own width."""
    font = _font(name)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(picture).text((-left, -top), text, font=font, fill=255)
    reference = font.getbbox("8")
    share = min(1.0, (right - left) / max(1, reference[2] - reference[0]))
    inner = max(2, round(width * share))
    glyph = cv2.resize(np.asarray(picture), (inner, height), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((height, width), np.float32)
    start = (width - inner) // 2
    canvas[:, start : start + inner] = glyph.astype(np.float32) / 255
    return canvas


class FontStyle:
    """A font as one meter's hand; some meters print the 1 as a bar."""

    def __init__(self, random: Generator) -> None:
        self.name = FONTS[random.integers(len(FONTS))]
        self.bar = random.uniform(0.12, 0.3) if random.random() < 0.35 else None

    def mask(self, digit: int, height: int, width: int) -> np.ndarray:
        if digit != 1 or self.bar is None:
            return font_mask(str(digit), self.name, height, width)
        canvas = np.zeros((height, width), np.float32)
        half = max(1, round(width * self.bar / 2))
        canvas[:, max(0, width // 2 - half) : width // 2 + half] = 1
        return canvas


def random_style(random: Generator) -> StrokeStyle | FontStyle:
    return StrokeStyle(random) if random.random() < 0.55 else FontStyle(random)


def letter_mask(random: Generator, height: int, width: int) -> np.ndarray:
    """Something printed that is no digit."""
    letter = LETTERS[random.integers(len(LETTERS))]
    return font_mask(letter, FONTS[random.integers(len(FONTS))], height, width)
