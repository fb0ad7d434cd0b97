"""What all rendered digits share: size, uneven ground, things in the way, and the camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

WIDTH, HEIGHT = 40, 64
"""Of a finished crop, pixels."""
SCALE = 3
"""Pixels drawn for one of the finished crop, each way."""


def ground(random: Generator, level: float) -> np.ndarray:
    """A surface of about one grey level with slow variation."""
    height, width = HEIGHT * SCALE, WIDTH * SCALE
    waves = random.normal(0, random.uniform(0, 9), (5, 4)).astype(np.float32)
    return level + cv2.resize(waves, (width, height), interpolation=cv2.INTER_CUBIC)


def blend(picture: np.ndarray, mask: np.ndarray, level: float) -> np.ndarray:
    return picture * (1 - mask) + level * mask


def paste(canvas: np.ndarray, mask: np.ndarray, centre_x: float, centre_y: float) -> None:
    """Takes the maximum of the canvas and a mask around a centre, cut at the canvas's edges."""
    height, width = mask.shape
    left, top = round(centre_x - width / 2), round(centre_y - height / 2)
    y1, y2 = max(0, top), min(canvas.shape[0], top + height)
    x1, x2 = max(0, left), min(canvas.shape[1], left + width)
    if y1 < y2 and x1 < x2:
        part = canvas[y1:y2, x1:x2]
        np.maximum(part, mask[y1 - top : y2 - top, x1 - left : x2 - left], out=part)


def slant(mask: np.ndarray, share: float) -> np.ndarray:
    """Leans to the right by a share of the height, about the middle row."""
    height, width = mask.shape
    matrix = np.float32([[1, -share, share * height / 2], [0, 1, 0]])
    return cv2.warpAffine(mask, matrix, (width, height), flags=cv2.INTER_LINEAR)


def streaks(random: Generator, picture: np.ndarray, chance: float) -> np.ndarray:
    """Wires, scratches and edges of the window across or down the picture."""
    height, width = picture.shape
    while random.random() < chance:
        level = float(random.uniform(0, 255))
        strength = random.uniform(0.4, 1.0)
        mask = np.zeros_like(picture)
        thickness = int(random.uniform(1, 4.5) * SCALE)
        if random.random() < 0.75:
            y = random.uniform(0, height)
            tilt = random.normal(0, 0.05) * width
            cv2.line(mask, (0, int(y - tilt)), (width, int(y + tilt)), 1.0, thickness, cv2.LINE_AA)
        else:
            side = random.choice([0.0, 1.0]) * width + random.normal(0, 0.06) * width
            tilt = random.normal(0, 0.03) * height
            cv2.line(mask, (int(side - tilt), 0), (int(side + tilt), height), 1.0, thickness, cv2.LINE_AA)
        picture = blend(picture, mask * strength, level)
        chance *= 0.5
    return picture


def photograph(random: Generator, picture: np.ndarray) -> np.ndarray:
    """What light, lens, sensor and file make of it: uint8 HEIGHT × WIDTH."""
    if random.random() < 0.25:
        spot = np.zeros_like(picture)
        height, width = picture.shape
        centre = (int(random.uniform(0, width)), int(random.uniform(0, height)))
        axes = (int(random.uniform(0.1, 0.5) * width), int(random.uniform(0.05, 0.5) * height))
        cv2.ellipse(spot, centre, axes, random.uniform(0, 180), 0, 360, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), random.uniform(1, 8) * SCALE)
        picture = picture + spot * random.uniform(20, 150)
    small = cv2.resize(picture.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    if random.random() < 0.45:
        factor = random.uniform(1.3, 3.0)
        size = (max(8, round(WIDTH / factor)), max(12, round(HEIGHT / factor)))
        small = cv2.resize(cv2.resize(small, size, interpolation=cv2.INTER_AREA), (WIDTH, HEIGHT))
    if random.random() < 0.15:
        length = int(random.integers(2, 6))
        kernel = np.eye(length, dtype=np.float32) if random.random() < 0.3 else np.ones((1, length), np.float32)
        kernel = kernel if random.random() < 0.5 else kernel.T
        small = cv2.filter2D(small, -1, kernel / kernel.sum())
    small = small * random.uniform(0.4, 1.15) + random.uniform(-5, 40)
    small = small + random.normal(0, random.uniform(0, 8), small.shape)
    result = small.clip(0, 255).astype(np.uint8)
    if random.random() < 0.5:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(30, 90))]
        result = cv2.imdecode(cv2.imencode(".jpg", result, quality)[1], cv2.IMREAD_GRAYSCALE)
    return result
