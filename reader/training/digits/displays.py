"""Rendered displays: seven segments and dot matrices, LCD and LED, with what surrounds a digit in them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from reader.training.digits import scene

BLANK, MINUS = -1, -2

SEGMENTS = {
    0: "abcdef", 1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg",
    9: "abcdfg", MINUS: "g", BLANK: "",
}  # fmt: skip

MATRIX = {
    0: ("01110 10001 10011 10101 11001 10001 01110", "01110 10001 10001 10001 10001 10001 01110"),
    1: ("00100 01100 00100 00100 00100 00100 01110", "00100 01100 10100 00100 00100 00100 11111",
        "00010 00110 00010 00010 00010 00010 00010", "00100 01100 00100 00100 00100 00100 00100"),
    2: ("01110 10001 00001 00010 00100 01000 11111", "01110 10001 00001 00110 01000 10000 11111",
        "01110 10001 00001 01110 10000 10000 11111"),
    3: ("11111 00010 00100 00010 00001 10001 01110", "01110 10001 00001 00110 00001 10001 01110"),
    4: ("00010 00110 01010 10010 11111 00010 00010", "10001 10001 10001 11111 00001 00001 00001",
        "00001 00011 00101 01001 11111 00001 00001"),
    5: ("11111 10000 11110 00001 00001 10001 01110", "11111 10000 10000 11110 00001 10001 01110"),
    6: ("00110 01000 10000 11110 10001 10001 01110", "01110 10001 10000 11110 10001 10001 01110"),
    7: ("11111 00001 00010 00100 01000 01000 01000", "11111 00001 00001 00010 00100 00100 00100",
        "11111 10001 00001 00010 00100 00100 00100"),
    8: ("01110 10001 10001 01110 10001 10001 01110",),
    9: ("01110 10001 10001 01111 00001 00010 01100", "01110 10001 10001 01111 00001 10001 01110"),
    MINUS: ("00000 00000 00000 11111 00000 00000 00000", "00000 00000 00000 01110 00000 00000 00000"),
    BLANK: ("00000 00000 00000 00000 00000 00000 00000",),
}  # fmt: skip


def _label(random: Generator) -> int:
    draw = random.random()
    return BLANK if draw < 0.14 else MINUS if draw < 0.2 else int(random.integers(10))


def _colours(random: Generator, lcd: bool) -> tuple[float, float]:
    """Lit and ground, as grey levels; inverse LCDs now and then."""
    if not lcd:
        return random.uniform(110, 255), random.uniform(3, 50)
    back = random.uniform(90, 235)
    lit = back * random.uniform(0.05, 0.75)
    return (random.uniform(200, 250), random.uniform(30, 110)) if random.random() < 0.12 else (lit, back)


def segments(random: Generator) -> tuple[np.ndarray, int]:
    """A picture at drawing size and its digit, BLANK or MINUS."""
    label = _label(random)
    lit = _variant(random, label)
    lcd = random.random() < 0.62
    foreground, background = _colours(random, lcd)
    height, width = scene.HEIGHT * scene.SCALE, scene.WIDTH * scene.SCALE
    digit_width, digit_height = width * random.uniform(0.4, 0.76), height * random.uniform(0.55, 0.88)
    thick = digit_width * random.uniform(0.1, 0.34)
    centre_x, centre_y = width * random.uniform(0.4, 0.6), height * random.uniform(0.44, 0.56)
    shape = _SegmentShape(random, digit_width, digit_height, thick)
    ghost = random.choice([0.0, random.uniform(0, 0.12), random.uniform(0.08, 0.25)])
    if label == BLANK:
        ghost *= 0.4
    mask = np.zeros((height, width), np.float32)
    shape.draw(random, mask, centre_x, centre_y, lit, ghost)
    pitch = digit_width * random.uniform(1.22, 1.75)
    for side in (-1, 1):
        if random.random() < 0.6:
            neighbour = SEGMENTS[int(random.integers(10))] if random.random() < 0.85 else ""
            shape.draw(random, mask, centre_x + side * pitch, centre_y, neighbour, ghost)
    if random.random() < 0.4:
        mask = scene.slant(mask, random.uniform(0.05, 0.22))
    _point(random, mask, centre_x + digit_width / 2, centre_y + digit_height / 2, thick)
    if random.random() < (0.5 if lcd else 0.08):
        _frame_lines(random, mask, (centre_x, centre_y), (digit_width, digit_height), thick)
    mask = _light(random, mask, lcd, random.uniform(0.3, 1.0 if lcd else 1.6))
    picture = scene.blend(scene.ground(random, background), mask, foreground)
    return scene.streaks(random, picture, 0.06), label


def _variant(random: Generator, label: int) -> str:
    lit = SEGMENTS[label]
    if label == 7 and random.random() < 0.25:
        return lit + "f"
    if label == 6 and random.random() < 0.12:
        return lit.replace("a", "")
    if label == 9 and random.random() < 0.12:
        return lit.replace("d", "")
    if label == 1 and random.random() < 0.05:
        return "fe"
    return lit


class _SegmentShape:
    """One display's segments: pointed or square ends, gaps between them."""

    def __init__(self, random: Generator, width: float, height: float, thick: float) -> None:
        self.width, self.height, self.half = width, height, thick / 2
        self.gap = thick * random.uniform(-0.1, 0.35)
        self.pointed = random.uniform(0.3, 1.0)
        self.flicker = random.random() < 0.2

    def draw(self, random: Generator, mask: np.ndarray, x: float, y: float, lit: str, ghost: float) -> None:
        left, right = x - self.width / 2, x + self.width / 2
        top, bottom = y - self.height / 2, y + self.height / 2
        lines = {
            "a": ((left, top), (right, top)), "g": ((left, y), (right, y)), "d": ((left, bottom), (right, bottom)),
            "f": ((left, top), (left, y)), "e": ((left, y), (left, bottom)),
            "b": ((right, top), (right, y)), "c": ((right, y), (right, bottom)),
        }  # fmt: skip
        for name, (start, end) in lines.items():
            strength = ghost if name not in lit else random.uniform(0.65, 1) if self.flicker else 1.0
            if strength > 0:
                layer = np.zeros_like(mask)
                points = self._polygon(np.array(start), np.array(end))
                cv2.fillPoly(layer, [np.round(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
                np.maximum(mask, layer * strength, out=mask)

    def _polygon(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
        across = np.array([-along[1], along[0]]) * self.half
        first, last = start + along * self.gap, end - along * self.gap
        shoulder = along * self.half * self.pointed
        return np.array([
            first, first + shoulder + across, last - shoulder + across, last, last - shoulder - across,
            first + shoulder - across,
        ])  # fmt: skip


def _point(random: Generator, mask: np.ndarray, x: float, y: float, thick: float) -> None:
    """A decimal point or comma at the digit's foot, of this digit or of the one before."""
    if random.random() > 0.35:
        return
    size = max(2, round(thick * random.uniform(0.35, 0.7)))
    side = 1 if random.random() < 0.7 else -1
    place = x + random.uniform(0.25, 0.9) * thick + size
    if side < 0:
        place = mask.shape[1] - place
    centre = (round(place), round(y + random.uniform(-0.3, 0.6) * thick))
    cv2.circle(mask, centre, size, 1.0, -1, cv2.LINE_AA)
    if random.random() < 0.35:
        cv2.line(mask, centre, (centre[0] - size, centre[1] + 2 * size), 1.0, size, cv2.LINE_AA)


def _frame_lines(
    random: Generator, mask: np.ndarray, centre: tuple[float, float], size: tuple[float, float], thick: float
) -> None:
    """Lines printed or lit round the digits of many LCDs, as near as a segment and as wide; some broken between digits."""
    height, width = mask.shape
    off = random.uniform(0.85, 2.5) * thick
    pen, strength = int(max(2, thick * random.uniform(0.3, 1.1))), random.uniform(0.5, 1.0)
    both = random.random() < 0.5
    left, right = (0, width) if random.random() < 0.6 else sorted(random.uniform(-0.1, 1.1, 2) * width)
    for side in (-1, 1):
        if both or random.random() < 0.5:
            y = int(centre[1] + side * (size[1] / 2 + thick / 2 + off))
            tilt = int(random.normal(0, 0.02) * width)
            cv2.line(mask, (int(left), y - tilt), (int(right), y + tilt), strength, pen)
        if random.random() < 0.35:
            x = int(centre[0] + side * (size[0] / 2 + thick / 2 + off * random.uniform(0.7, 1.3)))
            cv2.line(mask, (x, 0), (x, height), strength, pen)


def _light(random: Generator, mask: np.ndarray, lcd: bool, blur: float) -> np.ndarray:
    """The glow of an LED; the shadow that an LCD's segments throw on their ground."""
    mask = cv2.GaussianBlur(mask, (0, 0), blur * scene.SCALE)
    if not lcd:
        if random.random() < 0.7:
            glow = cv2.GaussianBlur(mask, (0, 0), random.uniform(2, 7) * scene.SCALE)
            mask = mask + glow * random.uniform(0.1, 0.8)
        return mask.clip(0, 1)
    if random.random() < 0.45:
        shift = (int(random.uniform(1, 4) * scene.SCALE), int(random.uniform(-3, 3) * scene.SCALE))
        shadow = cv2.GaussianBlur(np.roll(mask, shift, (0, 1)), (0, 0), random.uniform(0.3, 1.5) * scene.SCALE)
        mask = np.maximum(mask, shadow * random.uniform(0.12, 0.5))
    return mask


def matrix(random: Generator) -> tuple[np.ndarray, int]:
    """A 5 × 7 dot matrix at drawing size and its digit, BLANK or MINUS."""
    label = _label(random)
    lcd = random.random() < 0.5
    foreground, background = _colours(random, lcd)
    height, width = scene.HEIGHT * scene.SCALE, scene.WIDTH * scene.SCALE
    ghost = random.choice([0.0, random.uniform(0, 0.1), random.uniform(0.06, 0.2)]) * (0.4 if label == BLANK else 1)
    step_x, step_y = width * random.uniform(0.11, 0.175), height * random.uniform(0.085, 0.13)
    dot = (step_x * random.uniform(0.28, 0.52), step_y * random.uniform(0.28, 0.52))
    square = random.random() < (0.75 if lcd else 0.2)
    centre_x, centre_y = width * random.uniform(0.42, 0.58), height * random.uniform(0.44, 0.56)
    mask = np.zeros((height, width), np.float32)

    def draw(what: int, middle: float) -> None:
        patterns = MATRIX[what]
        for row, line in enumerate(patterns[random.integers(len(patterns))].split()):
            for column, bit in enumerate(line):
                strength = 1.0 if bit == "1" else ghost
                x, y = middle + (column - 2) * step_x, centre_y + (row - 3) * step_y
                if strength <= 0:
                    continue
                if square:
                    corners = (int(x - dot[0]), int(y - dot[1])), (int(x + dot[0]), int(y + dot[1]))
                    cv2.rectangle(mask, *corners, strength, -1)
                else:
                    radii = (max(1, int(dot[0])), max(1, int(dot[1])))
                    cv2.ellipse(mask, (int(x), int(y)), radii, 0, 0, 360, strength, -1)

    draw(label, centre_x)
    distance = step_x * random.uniform(5.7, 7)
    for side in (-1, 1):
        if random.random() < 0.65:
            draw(int(random.integers(10)), centre_x + side * distance)
    if random.random() < 0.15:
        mask = scene.slant(mask, random.uniform(-0.12, 0.15))
    mask = _light(random, mask, lcd, random.uniform(0.25, 1.5))
    return scene.streaks(random, scene.blend(scene.ground(random, background), mask, foreground), 0.06), label
