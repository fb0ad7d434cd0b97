"""Shapes with smooth edges on an RGB canvas. Lengths are in scale radii from the dial's axis, angles in degrees
clockwise from twelve o'clock."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from reader.training.needles.chance import Colour

SIZE = 288
"""Side of the canvas in pixels."""
SHIFT = 4
"""Binary places after the point in coordinates given to OpenCV."""


@lru_cache(maxsize=4000)
def lettering(font: str, size: int, text: str) -> np.ndarray:
    """The coverage of a text, 0..1, cropped to its ink."""
    face = ImageFont.truetype(font, size)
    left, top, right, bottom = face.getbbox(text)
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, font=face, fill=255)
    return np.asarray(image, np.float32) / 255


class Canvas:
    def __init__(self, radius: float, ground: Colour) -> None:
        """`radius`: pixels of one scale radius; the axis stands in the middle of the canvas."""
        self.pixels = np.empty((SIZE, SIZE, 3), np.float32)
        self.pixels[:] = ground
        self.radius = radius
        self.axis = (SIZE / 2, SIZE / 2)

    def place(self, radius: float, degree: float) -> tuple[float, float]:
        turn = radians(degree)
        return (self.axis[0] + self.radius * radius * sin(turn), self.axis[1] - self.radius * radius * cos(turn))

    def lay(self, cover: np.ndarray, colour: Colour, opacity: float = 1) -> None:
        """Mixes a colour in where `cover` (0..1, the canvas's size) says."""
        rows, columns = np.flatnonzero(cover.any(1)), np.flatnonzero(cover.any(0))
        if len(rows) == 0:
            return
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        share = (cover[part] * opacity)[..., None]
        self.pixels[part] += share * (np.asarray(colour, np.float32) - self.pixels[part])

    def _fixed(self, points) -> np.ndarray:
        return np.round((np.asarray(points, float) - 0.5) * (1 << SHIFT)).astype(np.int32)

    def cover_of(self, outlines) -> np.ndarray:
        """Coverage of polygons given in pixels."""
        mask = np.zeros((SIZE, SIZE), np.uint8)
        for outline in outlines:
            cv2.fillPoly(mask, [self._fixed(outline)], 255, lineType=cv2.LINE_AA, shift=SHIFT)
        return mask.astype(np.float32) / 255

    def disc_cover(self, radius: float, centre: tuple[float, float] | None = None) -> np.ndarray:
        mask = np.zeros((SIZE, SIZE), np.uint8)
        middle = self._fixed([centre or self.axis])[0]
        length = round(radius * self.radius * (1 << SHIFT))
        cv2.circle(mask, tuple(int(v) for v in middle), length, 255, -1, cv2.LINE_AA, SHIFT)
        return mask.astype(np.float32) / 255

    def polygon(self, outline, colour: Colour, opacity: float = 1) -> None:
        self.lay(self.cover_of([outline]), colour, opacity)

    def disc(self, radius: float, colour: Colour, centre: tuple[float, float] | None = None) -> None:
        self.lay(self.disc_cover(radius, centre), colour)

    def bar(self, degree: float, inner: float, outer: float, width: float) -> list[tuple[float, float]]:
        """The outline of a radial bar; its width in scale radii, at least one pixel."""
        half = max(width, 1 / self.radius) / 2
        turn = radians(degree)
        aside = (self.radius * half * cos(turn), self.radius * half * sin(turn))
        (x1, y1), (x2, y2) = self.place(inner, degree), self.place(outer, degree)
        across = [(x1 - aside[0], y1 - aside[1]), (x2 - aside[0], y2 - aside[1])]
        return across + [(x2 + aside[0], y2 + aside[1]), (x1 + aside[0], y1 + aside[1])]

    def arc(self, start: float, end: float, inner: float, outer: float, colour: Colour) -> None:
        degrees = np.linspace(start, end, max(2, int(abs(end - start) / 3) + 1))
        outline = [self.place(outer, d) for d in degrees] + [self.place(inner, d) for d in degrees[::-1]]
        self.polygon(outline, colour)

    def text(self, text: str, font: str, size: float, radius: float, degree: float, colour: Colour) -> None:
        """A text upright around a place; `size` in scale radii."""
        ink = lettering(font, max(5, round(size * self.radius)), text)
        x, y = self.place(radius, degree)
        left, top = round(x - ink.shape[1] / 2), round(y - ink.shape[0] / 2)
        right, bottom = left + ink.shape[1], top + ink.shape[0]
        if left < 0 or top < 0 or right > SIZE or bottom > SIZE:
            return
        part = self.pixels[top:bottom, left:right]
        part += ink[..., None] * (np.asarray(colour, np.float32) - part)
