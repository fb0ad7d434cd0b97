"""A dial unrolled around its axis, exactly as `reader/core/polar.ts` does it for the network."""

from __future__ import annotations

import cv2
import numpy as np

RINGS = 32
STEPS = 180
"""Columns: 2 degrees each, clockwise from twelve o'clock."""
INNER = 0.14
OUTER = 1.08
"""The rings looked at, as shares of the scale radius."""
RADIUS = 56.0
"""Every dial is brought to this scale radius in pixels first, so that neighbouring places lie about a pixel apart."""


def cut(picture: np.ndarray, x: float, y: float, radius: float) -> tuple[np.ndarray, float, float]:
    """The part of the picture that the rings touch, brought to the standard radius, and the axis in it (pixels)."""
    height, width = picture.shape[:2]
    size = radius / RADIUS
    reach = radius * (OUTER + 0.04)
    left, top = max(0, int(np.floor(x - reach))), max(0, int(np.floor(y - reach)))
    right, bottom = min(width, int(np.ceil(x + reach))), min(height, int(np.ceil(y + reach)))
    part = picture[top:bottom, left:right]
    columns = max(2, round((right - left) / size))
    rows = max(2, round((bottom - top) / size))
    way = cv2.INTER_AREA if size > 1 else cv2.INTER_LINEAR
    small = cv2.resize(part.astype(np.float32), (columns, rows), interpolation=way)
    return small, (x - left) * columns / (right - left), (y - top) * rows / (bottom - top)


def unroll(picture: np.ndarray, x: float, y: float, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Unrolls an RGB picture around (x, y) in pixels, edges of pixels at whole numbers.

    Returns RINGS × STEPS × 3 values of 0..255 and RINGS × STEPS flags: whether the place lies in the picture.
    """
    small, axis_x, axis_y = cut(picture, x, y, radius)
    height, width = small.shape[:2]
    angles = np.arange(STEPS) * (2 * np.pi / STEPS)
    radii = RADIUS * (INNER + (np.arange(RINGS) + 0.5) / RINGS * (OUTER - INNER))
    xs = (axis_x + np.outer(radii, np.sin(angles)) - 0.5).astype(np.float32)
    ys = (axis_y - np.outer(radii, np.cos(angles)) - 0.5).astype(np.float32)
    seen = (xs >= 0) & (ys >= 0) & (xs <= width - 1) & (ys <= height - 1)
    places = cv2.remap(small, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return places, seen
