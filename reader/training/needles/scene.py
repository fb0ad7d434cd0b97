"""What stands between a dial and its picture: glass, light, a leaning camera, blur, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from reader.training.needles.chance import Chance

Matrix = np.ndarray


def lean(chance: Chance, size: int) -> Matrix:
    """A homography of the canvas: a camera that looks a little from aside, turned not at all."""
    angle = np.radians(chance.between(0, 360))
    tilt = np.radians(chance.one_of([0, abs(chance.normal(9)), chance.between(15, 42)], [0.3, 0.5, 0.2]))
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    squeezed = turned @ np.diag([1, np.cos(tilt)]) @ turned.T
    vanishing = np.sin(tilt) * np.array([-np.sin(angle), np.cos(angle)]) / (size * chance.between(2, 5))
    middle = np.array([size / 2, size / 2])
    matrix = np.eye(3)
    matrix[:2, :2] = squeezed + np.outer(middle, vanishing)
    matrix[:2, 2] = middle - squeezed @ middle - middle * (vanishing @ middle)
    matrix[2, :2] = vanishing
    matrix[2, 2] = 1 - vanishing @ middle
    return matrix


def moved(matrix: Matrix, point: tuple[float, float]) -> tuple[float, float]:
    x, y, w = matrix @ np.array([point[0], point[1], 1.0])
    return float(x / w), float(y / w)


def warp(pixels: np.ndarray, matrix: Matrix) -> np.ndarray:
    """OpenCV counts from the middles of pixels, the matrix from their edges."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    size = pixels.shape[1], pixels.shape[0]
    shifted = np.linalg.inv(half) @ matrix @ half
    return cv2.warpPerspective(pixels, shifted, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _blobs(chance: Chance, size: int, count: int, largest: float) -> np.ndarray:
    layer = np.zeros((size, size), np.float32)
    for _ in range(count):
        centre = (chance.whole(0, size), chance.whole(0, size))
        axes = (max(2, int(chance.between(0.01, largest) * size)), max(2, int(chance.between(0.01, largest) * size)))
        cv2.ellipse(layer, centre, axes, chance.between(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    return layer


def glass(chance: Chance, pixels: np.ndarray) -> None:
    """Reflections of lamps and windows, hard or soft, streaks, and dirt or drops on the glass."""
    size = pixels.shape[0]
    if chance.happens(0.35):
        soft = cv2.GaussianBlur(_blobs(chance, size, chance.whole(1, 4), 0.2), (0, 0), chance.between(1.5, size * 0.07))
        pixels += soft[..., None] * chance.between(30, 190)
    if chance.happens(0.12):
        ys, xs = np.mgrid[:size, :size].astype(np.float32) / size
        turn = chance.between(0, np.pi)
        away = np.abs((xs - 0.5) * np.cos(turn) + (ys - 0.5) * np.sin(turn) - chance.between(-0.3, 0.3))
        pixels += (np.clip(1 - away / chance.between(0.02, 0.15), 0, 1) * chance.between(20, 120))[..., None]
    if chance.happens(0.12):
        dirt = cv2.GaussianBlur(_blobs(chance, size, chance.whole(3, 14), 0.03), (0, 0), chance.between(0.8, 4))
        pixels *= 1 - dirt[..., None] * chance.between(0.15, 0.6)


def light(chance: Chance, pixels: np.ndarray) -> None:
    size = pixels.shape[0]
    across = np.arange(size, dtype=np.float32) / size - 0.5
    xs, ys = across[None], across[:, None]
    slope = 1 + xs * chance.between(-0.7, 0.7) + ys * chance.between(-0.7, 0.7)
    if chance.happens(0.15):
        turn, place = chance.between(0, 2 * np.pi), chance.between(-0.25, 0.25)
        edge = (xs * np.cos(turn) + ys * np.sin(turn) - place) * size
        slope *= 1 - chance.between(0.2, 0.6) / (1 + np.exp(np.clip(-edge / chance.between(1, 12), -50, 50)))
    tint = np.array([chance.between(0.8, 1.2) for _ in range(3)], np.float32) * np.float32(chance.between(0.3, 1.1))
    pixels *= slope[..., None] * tint


def photograph(chance: Chance, pixels: np.ndarray, side: int, blur: float) -> np.ndarray:
    """Brings the canvas to `side` pixels and through lens, sensor and JPEG; `blur` in pixels of the result."""
    way = cv2.INTER_AREA if side < pixels.shape[0] else cv2.INTER_LINEAR
    small = cv2.resize(np.clip(pixels, 0, 255), (side, side), interpolation=way)
    if blur > 0.2:
        small = cv2.GaussianBlur(small, (0, 0), blur)
    noise = chance.between(0, 8) if chance.happens(0.8) else chance.between(8, 18)
    small = np.clip(small + chance.random.normal(0, noise, small.shape), 0, 255).astype(np.uint8)
    if chance.happens(0.15):
        sharper = small.astype(np.float32) * 1.7 - cv2.GaussianBlur(small, (0, 0), 1.2).astype(np.float32) * 0.7
        small = np.clip(sharper, 0, 255).astype(np.uint8)
    if chance.happens(0.6):
        done, bytes_ = cv2.imencode(".jpg", small[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, chance.whole(30, 92)])
        if done:
            small = cv2.imdecode(bytes_, cv2.IMREAD_COLOR)[:, :, ::-1]
    return small
