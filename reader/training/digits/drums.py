"""Rendered drums: the digit that leaves above, the one that comes from below, and the window before them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from reader.training.digits import glyphs, scene

LIGHT, DARK = (150, 250), (5, 90)


def render(random: Generator) -> tuple[np.ndarray, float]:
    """A picture at drawing size and the drum's position, 0 ≤ position < 10."""
    position = _position(random)
    height, width = scene.HEIGHT * scene.SCALE, scene.WIDTH * scene.SCALE
    ink, surface = _levels(random)
    glyph_height = height * random.uniform(0.48, 0.86)
    pitch = glyph_height * random.uniform(1.08, 1.55)
    glyph_width = min(width * random.uniform(0.42, 0.8), glyph_height * 0.95)
    centre_x, centre_y = width * random.uniform(0.42, 0.58), height * random.uniform(0.47, 0.53)
    style = glyphs.random_style(random)
    mask = np.zeros((height, width), np.float32)
    under_way = int(np.floor(position))
    for step in range(-2, 4):
        y = centre_y + (under_way + step - position) * pitch
        # On a drum what is above and below is foreshortened.
        off = (y - centre_y) / height
        squeeze = np.sqrt(max(0.2, 1 - off * off * 0.8))
        glyph = style.mask((under_way + step) % 10, max(4, round(glyph_height * squeeze)), round(glyph_width))
        scene.paste(mask, glyph, centre_x, y)
    _ticks(random, mask, pitch)
    if random.random() < 0.2:
        mask = scene.slant(mask, random.uniform(-0.1, 0.18))
    picture = scene.blend(scene.ground(random, surface), mask, ink)
    rows = (np.arange(height) / height - 0.5) * 2
    shade = 1 - random.uniform(0, 0.6) * np.abs(rows + random.normal(0, 0.15)) ** random.uniform(1.5, 4)
    picture = _window(random, picture * shade[:, None].clip(0.1, 1))
    return scene.streaks(random, picture, 0.3), position


def _position(random: Generator) -> float:
    """Half of them anywhere, half at rest or nearly so."""
    if random.random() < 0.5:
        return float(random.uniform(0, 10))
    return float((random.integers(10) + np.clip(random.normal(0, 0.07), -0.25, 0.25)) % 10)


def _levels(random: Generator) -> tuple[float, float]:
    """Ink and surface: white on black as often as black on white, red drums and ink in between."""
    kind = random.random()
    if kind < 0.42:
        return random.uniform(*LIGHT), random.uniform(*DARK)
    if kind < 0.76:
        return random.uniform(*DARK), random.uniform(*LIGHT)
    if kind < 0.9:
        return random.uniform(150, 250), random.uniform(60, 130)
    surface = random.uniform(20, 60)
    return surface + random.uniform(14, 45), surface


def _ticks(random: Generator, mask: np.ndarray, pitch: float) -> None:
    """The last drum's scale at one side."""
    if random.random() > 0.35:
        return
    height, width = mask.shape
    count = int(random.choice([5, 10]))
    length = int(width * random.uniform(0.05, 0.22))
    left = width - length if random.random() < 0.85 else 0
    phase, thick = random.random(), random.uniform(0.25, 0.55)
    for index in range(-1, 3 * count):
        top = int((index + phase) * pitch / count)
        mask[max(0, top) : max(0, int(top + pitch / count * thick)), left : left + length] = 1


def _window(random: Generator, picture: np.ndarray) -> np.ndarray:
    """Edges of the opening: frame on any side, shadow under its upper edge, the neighbour's drum."""
    height, width = picture.shape
    level = float(random.choice([20, 60, 120, 200, 235])) + random.normal(0, 15)
    for axis, share in ((1, 0.13), (0, 0.1)):
        for far in (False, True):
            if random.random() > 0.35:
                continue
            depth = int((width if axis else height) * random.uniform(0.01, share))
            edge = slice(-depth, None) if far else slice(0, depth)
            if depth:
                picture[(slice(None), edge) if axis else (edge, slice(None))] = level
    if random.random() < 0.35:
        depth = int(height * random.uniform(0.08, 0.35))
        picture[:depth] *= random.uniform(0.35, 0.9)
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.3, 1.2) * scene.SCALE)
    return picture
