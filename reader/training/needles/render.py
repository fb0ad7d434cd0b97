"""Renders gauges and unrolls them; the same seed gives the same pictures.

    /usr/bin/python3 -m reader.training.needles.render --seed 1 --count 4000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from reader.training.needles.canvas import SIZE
from reader.training.needles.chance import Chance
from reader.training.needles.data import work_folder
from reader.training.needles.dials import draw_dial
from reader.training.needles.hands import angle_on, bearing, draw_cover, draw_drag_pointer, draw_needle, draw_strangers
from reader.training.needles.polar import RINGS, STEPS, unroll
from reader.training.needles.scene import glass, lean, light, moved, photograph, warp

NONE = np.nan
"""The angle of a picture in which no needle can be found."""
VIEWS = 2
"""Unrolled views of each picture, the axis and the radius a little off in each."""
DRAGGED = {"round": 0.3, "full": 0.02, "panel": 0.1}
"""Share of pictures with a drag pointer, by kind."""
WITHOUT = 0.1
"""Share of pictures in which no needle can be found."""


def gauge(chance: Chance):
    """A picture, its axis and tip in pixels (tip None without a needle), and its scale radius in pixels."""
    dial = draw_dial(chance)
    canvas = dial.canvas
    lost = chance.one_of(["absent", "blurred", "hidden"], [0.6, 0.2, 0.2]) if chance.happens(WITHOUT) else None
    angle = angle_on(chance, dial)
    covered = chance.happens(0.4 if dial.kind == "panel" else 0.14)
    draw_strangers(chance, dial, None if lost == "absent" else angle)
    tip = None
    if lost != "absent":
        dragged = chance.happens(DRAGGED[dial.kind])
        behind = chance.happens(0.4)
        if dragged and behind:
            draw_drag_pointer(chance, dial, angle)
        tip = draw_needle(chance, dial, angle, dragged)
        if dragged and not behind:
            draw_drag_pointer(chance, dial, angle)
    elif chance.happens(0.5):
        canvas.disc(chance.between(0.04, 0.3), chance.near(dial.ink, 30))
    if covered:
        draw_cover(chance, dial)
    if dial.window and chance.happens(0.8):
        _close_frame(chance, dial)
    if lost == "hidden" and tip:
        _hide(chance, dial, tip)
    matrix = lean(chance, SIZE)
    pixels = warp(canvas.pixels, matrix)
    glass(chance, pixels)
    light(chance, pixels)
    side = int(chance.between(64, 256))
    blur = 0.0
    if lost == "blurred":
        blur = side * chance.between(0.07, 0.14)
    elif chance.happens(0.45):
        blur = chance.between(0.3, 1.4) * side / 140
    picture = photograph(chance, pixels, side, blur)
    scale = side / SIZE
    axis = tuple(v * scale for v in moved(matrix, canvas.axis))
    ends = [moved(matrix, canvas.place(1, dial.start + dial.sweep * share)) for share in (0, 0.25, 0.5, 0.75, 1)]
    radius = float(np.mean([np.hypot(x * scale - axis[0], y * scale - axis[1]) for x, y in ends]))
    target = None if lost or tip is None else tuple(v * scale for v in moved(matrix, tip))
    return picture, axis, target, radius, dial.kind


def _close_frame(chance: Chance, dial) -> None:
    """A frame in front of a panel's glass: the needle does not reach over it."""
    canvas = dial.canvas
    inside = _window_cover(dial, 0)
    outside = _window_cover(dial, chance.between(0.1, 0.8))
    colour = chance.near(chance.one_of([(24, 24, 26), (110, 112, 115), (222, 220, 214)]), 10)
    canvas.lay(outside * (1 - inside), colour)


def _window_cover(dial, grow: float) -> np.ndarray:
    canvas = dial.canvas
    left, top, right, bottom = dial.window
    x1, x2 = (canvas.axis[0] + canvas.radius * x for x in (left - grow, right + grow))
    y1, y2 = (canvas.axis[1] + canvas.radius * y for y in (top - grow, bottom + grow))
    return canvas.cover_of([[(x1, y1), (x2, y1), (x2, y2), (x1, y2)]])


def _hide(chance: Chance, dial, tip: tuple[float, float]) -> None:
    """Glare or a sticker over the needle from hub to tip."""
    canvas = dial.canvas
    middle = ((tip[0] + canvas.axis[0]) / 2, (tip[1] + canvas.axis[1]) / 2)
    cover = canvas.disc_cover(chance.between(0.62, 0.9), middle)
    colour = chance.one_of([(252, 252, 252), (200, 200, 196), (90, 92, 96)])
    canvas.lay(cv2.GaussianBlur(cover, (0, 0), chance.between(1, 9)), colour, chance.between(0.93, 1))


def texture(chance: Chance) -> np.ndarray:
    """A wall, a pipe, a shadow: a picture that is no dial at all."""
    side = 128
    noise = np.zeros((side, side, 3), np.float32)
    for cell in (2, 4, 8, 16, 32):
        layer = chance.random.normal(0, chance.between(4, 40), (cell, cell, chance.one_of([1, 3]))).astype(np.float32)
        way = chance.one_of([cv2.INTER_LINEAR, cv2.INTER_NEAREST, cv2.INTER_CUBIC])
        layer = cv2.resize(layer, (side, side), interpolation=way)
        noise += layer if layer.ndim == 3 else layer[..., None]
    pixels = np.clip(noise + chance.between(40, 200), 0, 255)
    for _ in range(chance.whole(0, 6)):
        ends = [(chance.whole(-20, side + 20), chance.whole(-20, side + 20)) for _ in range(2)]
        colour, width = chance.near((120, 120, 120), 70), chance.whole(1, 14)
        pixels = cv2.line(np.ascontiguousarray(pixels), *ends, colour, width, cv2.LINE_AA)
    return photograph(chance, pixels, side, chance.between(0, 1.5))


def cropped(chance: Chance, picture: np.ndarray, axis, radius: float, kind: str):
    """Cuts the picture short on some side, as a photograph may be; keeps the upper part of a panel."""
    if not chance.happens(0.5 if kind == "panel" else 0.2):
        return picture, (0, 0)
    height, width = picture.shape[:2]
    left = max(0, int(axis[0] - radius * chance.between(0.95, 1.4))) if chance.happens(0.5) else 0
    top = max(0, int(axis[1] - radius * chance.between(1.0, 1.4))) if chance.happens(0.5) else 0
    low = -0.45 if kind == "panel" else 0.9
    bottom = min(height, int(axis[1] + radius * chance.between(low, 1.4))) if chance.happens(0.5) else height
    right = min(width, int(axis[0] + radius * chance.between(0.95, 1.4))) if chance.happens(0.5) else width
    return picture[top:max(bottom, top + 12), left:right], (left, top)


def flat(places: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Places outside the picture become its mean, which the network takes for nothing."""
    filled = places.copy()
    if not seen.all():
        filled[~seen] = places[seen].mean() if seen.any() else 0
    return np.clip(np.round(filled), 0, 255).astype(np.uint8)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=4000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--sheet", type=Path, help="also a contact sheet of the first pictures, for the eye")
    given = arguments.parse_args()
    chance = Chance(given.seed)
    places = np.empty((given.count * VIEWS, RINGS, STEPS, 3), np.uint8)
    angles = np.empty(given.count * VIEWS, np.float32)
    shown = []
    for index in range(given.count):
        if chance.happens(0.04):
            picture, axis, tip, radius, kind = texture(chance), (64, 64), None, chance.between(30, 60), "none"
        else:
            picture, axis, tip, radius, kind = gauge(chance)
        part, (left, top) = cropped(chance, picture, axis, radius, kind)
        for view in range(VIEWS):
            x = axis[0] + chance.normal(0.018) * radius
            y = axis[1] + chance.normal(0.018) * radius
            at = index * VIEWS + view
            places[at] = flat(*unroll(part, x - left, y - top, radius * chance.between(0.9, 1.11)))
            angles[at] = NONE if tip is None else bearing((x, y), tip)
        if given.sheet and len(shown) < 80:
            large = cv2.resize(picture, (144, 144), interpolation=cv2.INTER_AREA).copy()
            if tip:
                scale = 144 / picture.shape[1]
                cv2.circle(large, (int(tip[0] * scale), int(tip[1] * scale)), 3, (0, 255, 0), -1)
            shown.append(large)
    np.savez(work_folder() / f"rendered-{given.seed}.npz", places=places, angles=angles)
    if given.sheet:
        rows = [np.hstack(shown[at : at + 10]) for at in range(0, len(shown) // 10 * 10, 10)]
        cv2.imwrite(str(given.sheet), np.vstack(rows)[:, :, ::-1])


if __name__ == "__main__":
    main()
