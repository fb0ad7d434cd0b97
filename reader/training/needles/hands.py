"""Needles: their shapes, colours, shadows, hubs, covers, and the pointers and marks that are none."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, pi, radians, sin

import cv2
import numpy as np

from reader.training.needles.chance import Chance, Colour
from reader.training.needles.dials import FONTS, Dial

Outline = list[tuple[float, float]]
"""Along the needle and across it, in scale radii from its hub."""

CAPS = [(150, 150, 150), (60, 60, 62), (200, 178, 120), (225, 225, 225)]
COVERS = [(16, 16, 17), (62, 62, 64), (202, 202, 200)]
COVER_TEXTS = ["OIL", "TEMPERATURE", "°C", "MPa", "bar"]
RED = [(214, 36, 30), (196, 44, 52), (176, 60, 50), (228, 70, 40)]


@dataclass
class Hand:
    outlines: list[Outline]
    tip: float
    """From the hub, in scale radii."""
    hub: float
    """Radius of the cap, 0 for none."""


def mirrored(*side: tuple[float, float]) -> Outline:
    """An outline from one of its two like sides, tip first."""
    return [*side, *((along, -across) for along, across in reversed(side))]


def lance(chance: Chance) -> Hand:
    tip, tail, width = chance.between(0.7, 1), chance.between(0, 0.45), chance.between(0.015, 0.055)
    outline = mirrored((tip, 0.004), (0, width), (-tail, width * 1.2))
    return Hand([outline], tip, chance.between(0.05, 0.15))


def thread(chance: Chance) -> Hand:
    tip, tail, width = chance.between(0.75, 1), chance.between(0, 0.3), chance.between(0.006, 0.02)
    outline = mirrored((tip, width * 0.6), (-tail, width))
    return Hand([outline], tip, chance.one_of([0, chance.between(0.04, 0.12)]))


def bar(chance: Chance) -> Hand:
    tip, tail, width = chance.between(0.7, 1), chance.between(0, 0.35), chance.between(0.015, 0.04)
    neck = tip - chance.between(0.03, 0.2)
    return Hand([mirrored((tip, 0), (neck, width), (-tail, width))], tip, chance.between(0.06, 0.16))


def sword(chance: Chance) -> Hand:
    tip, tail, width = chance.between(0.7, 1), chance.between(0.1, 0.4), chance.between(0.025, 0.07)
    waist = tip * chance.between(0.45, 0.75)
    outline = mirrored((tip, 0), (waist, width), (0, width * 0.5), (-tail, width * 0.6))
    return Hand([outline], tip, chance.between(0.05, 0.14))


def arrow(chance: Chance) -> Hand:
    tip, width = chance.between(0.7, 1), chance.between(0.01, 0.03)
    head, half = chance.between(0.1, 0.25), chance.between(0.035, 0.09)
    tail = chance.between(0, 0.4)
    outline = mirrored((tip, 0), (tip - head, half), (tip - head, width), (-tail, width))
    return Hand([outline], tip, chance.between(0.05, 0.14))


def weighted(chance: Chance) -> Hand:
    """A thin needle whose counterweight is a disc, a plate or a crescent."""
    tip, width = chance.between(0.7, 1), chance.between(0.012, 0.04)
    far, size = chance.between(0.2, 0.42), chance.between(0.06, 0.13)
    turns = np.linspace(0, 2 * pi, 20)
    if chance.happens(0.5):
        weight = [(-far + size * cos(t), size * sin(t)) for t in turns]
    else:
        weight = mirrored((-far + size, size * 0.5), (-far - size, size))
    needle = mirrored((tip, 0.003), (0, width), (-far, width))
    return Hand([needle, weight], tip, chance.between(0.05, 0.14))


def drop(chance: Chance) -> Hand:
    """A round body that narrows to a tip, as on water meters."""
    body, tip = chance.between(0.24, 0.42), chance.between(0.8, 1.02)
    turns = np.linspace(0.36 * pi, 1.64 * pi, 24)
    swell = chance.between(0.25, 0.6)
    side = body * sin(0.36 * pi)
    knee = (tip * chance.between(0.45, 0.65), side * swell)
    edge = [(body * cos(t), body * sin(t)) for t in turns]
    return Hand([[(tip, 0.02), knee, *edge, (knee[0], -knee[1]), (tip, -0.02)]], tip, 0)


def blade(chance: Chance) -> Hand:
    """A broad plate, square at the back, pointed in front."""
    tip, back = chance.between(0.8, 1.05), chance.between(0.2, 0.45)
    width, shoulder = chance.between(0.14, 0.3), chance.between(0.1, 0.45)
    return Hand([mirrored((tip, 0.015), (tip * shoulder, width), (-back, width * 0.9))], tip, 0)


SHAPES = [lance, thread, bar, sword, arrow, weighted, drop, blade]
COMMON = {
    "round": [3, 1.2, 2, 2, 1.3, 2, 0.4, 0.3],
    "full": [1, 0.4, 0.6, 0.6, 0.8, 0.6, 4, 3.2],
    "panel": [2.5, 3, 2, 1, 1, 0.3, 0, 0],
}


def needle_colour(chance: Chance, dial: Dial, dragged: bool) -> Colour:
    """Beside a drag pointer, which is coloured, the needle itself is black or white."""
    black, white = (22, 22, 24), (236, 236, 234)
    if dragged:
        return chance.near(white if dial.dark else black, 12)
    if dial.kind == "full" and chance.happens(0.7):
        return chance.near(chance.one_of(RED), 16)
    if dial.dark:
        colours, shares = [white, (230, 120, 30), (236, 210, 60), RED[0]], [6, 1.5, 1, 1.5]
    else:
        colours, shares = [black, *RED, (40, 62, 140), (210, 110, 30)], [6, 1, 0.6, 0.4, 0.4, 0.7, 0.4]
    return chance.near(chance.one_of(colours, shares), 12)


def angle_on(chance: Chance, dial: Dial) -> float:
    if dial.kind == "full":
        return chance.between(0, 360)
    return (dial.start + chance.between(-0.03, 1.03) * dial.sweep) % 360


def draw_needle(chance: Chance, dial: Dial, angle: float, dragged: bool) -> tuple[float, float]:
    """Draws the needle at an angle and gives the pixel of its tip, which parallax may move off that angle."""
    canvas = dial.canvas
    hand = chance.one_of(SHAPES, COMMON[dial.kind])(chance)
    if dragged:
        hand = chance.one_of([lance, bar, sword, arrow, weighted])(chance)
    raised = 0.1 if dial.kind == "full" else 0.025
    x, y = (middle + chance.between(-raised, raised) * canvas.radius for middle in canvas.axis)
    hub = x, y
    placed = [_placed(outline, hub, canvas.radius, angle) for outline in hand.outlines]
    if chance.happens(0.55):
        _shadow(chance, dial, placed)
    colour = needle_colour(chance, dial, dragged)
    through = chance.between(0.65, 0.95) if dial.kind == "full" and chance.happens(0.35) else 1
    cover = canvas.cover_of(placed)
    canvas.lay(cover, colour, through)
    if chance.happens(0.15):
        _second_colour(chance, dial, cover, hub, hand)
    if chance.happens(0.3):
        _gleam(chance, dial, cover, hub, angle)
    if hand.hub:
        cap = colour if chance.happens(0.5) else chance.near(chance.one_of(CAPS), 10)
        canvas.disc(hand.hub, cap, hub)
        if chance.happens(0.4):
            canvas.disc(hand.hub * chance.between(0.2, 0.6), chance.near(cap, 40), hub)
    turn = radians(angle)
    length = hand.tip * canvas.radius
    return hub[0] + length * sin(turn), hub[1] - length * cos(turn)


def _placed(outline: Outline, hub: tuple[float, float], radius: float, angle: float) -> list[tuple[float, float]]:
    s, c = sin(radians(angle)), cos(radians(angle))
    return [
        (hub[0] + radius * (along * s + across * c), hub[1] + radius * (across * s - along * c))
        for along, across in outline
    ]


def _shadow(chance: Chance, dial: Dial, placed: list[list[tuple[float, float]]]) -> None:
    radius = dial.canvas.radius
    dx, dy = chance.between(-0.08, 0.08) * radius, chance.between(-0.04, 0.1) * radius
    cover = dial.canvas.cover_of([[(x + dx, y + dy) for x, y in outline] for outline in placed])
    soft = cv2.GaussianBlur(cover, (0, 0), radius * chance.between(0.008, 0.05))
    dial.canvas.lay(soft, (12, 12, 14), chance.between(0.12, 0.5))


def _second_colour(chance: Chance, dial: Dial, cover: np.ndarray, hub: tuple[float, float], hand: Hand) -> None:
    """The inner or the outer part of the needle in another colour."""
    part = dial.canvas.disc_cover(hand.tip * chance.between(0.3, 0.75), hub)
    if chance.happens(0.3):
        dial.canvas.lay(cover * part, dial.face)
        return
    colour = chance.near(chance.one_of([dial.ink, *RED[:2]]), 14)
    dial.canvas.lay(cover * (part if chance.happens(0.6) else 1 - part), colour)


def _gleam(chance: Chance, dial: Dial, cover: np.ndarray, hub: tuple[float, float], angle: float) -> None:
    """One half of the needle lighter, as a ridge catches light."""
    size = dial.canvas.pixels.shape[0]
    ys, xs = np.mgrid[:size, :size].astype(np.float32) + 0.5
    side = (xs - hub[0]) * cos(radians(angle)) + (ys - hub[1]) * sin(radians(angle)) > 0
    dial.canvas.lay(cover * (side if chance.happens(0.5) else ~side), (255, 255, 255), chance.between(0.1, 0.4))


def draw_cover(chance: Chance, dial: Dial) -> None:
    """A disc or plate over the inner part: only the outer end of the needle shows."""
    canvas = dial.canvas
    colour = chance.near(dial.face, 6) if chance.happens(0.4) else chance.near(chance.one_of(COVERS), 10)
    print_colour = (226, 226, 224) if sum(colour) < 330 else (30, 30, 32)
    if dial.kind == "panel":
        _, _, _, bottom = dial.window or (0, 0, 0, 0)
        edge = max(-0.55, bottom - chance.between(0, 0.4))
        y = canvas.axis[1] + edge * canvas.radius
        side = canvas.pixels.shape[0]
        canvas.polygon([(0, y), (side, y), (side, side), (0, side)], colour)
        return
    canvas.disc(chance.between(0.3, 0.6), colour)
    for line in range(chance.whole(0, 3)):
        text, font, size = chance.one_of(COVER_TEXTS), chance.one_of(FONTS), chance.between(0.08, 0.13)
        canvas.text(text, font, size, abs(0.12 * line - 0.1), 0 if line == 0 else 180, print_colour)


def draw_drag_pointer(chance: Chance, dial: Dial, away_from: float) -> None:
    """A thin coloured pointer that turns on the needle's axis and stays at the highest value."""
    canvas = dial.canvas
    degree = (away_from + chance.between(12, 348)) % 360
    width, tip = chance.between(0.008, 0.022), chance.between(0.6, 0.98)
    tail = -chance.between(0, 0.2)
    colour = chance.near(chance.one_of([*RED, (236, 150, 40), (236, 206, 60)]), 14)
    canvas.polygon(canvas.bar(degree, tail, tip, width), colour)
    if chance.happens(0.5):
        canvas.disc(chance.between(0.02, 0.05), chance.near((120, 120, 122), 30))


def draw_strangers(chance: Chance, dial: Dial, away_from: float | None) -> None:
    """Drag pointers, limit marks, screws: things on the dial that point but are not the needle."""
    canvas = dial.canvas

    def somewhere() -> float:
        degree = (dial.start + chance.between(-0.05, 1.05) * dial.sweep) % 360
        if away_from is None or abs((degree - away_from + 180) % 360 - 180) > 14:
            return degree
        return (away_from + chance.between(20, 340)) % 360

    if chance.happens(0.2):
        colour = chance.near(chance.one_of([*RED, (120, 30, 22), (230, 140, 40), (40, 40, 44)]), 14)
        degree = somewhere()
        inner, outer, width = chance.between(0.3, 0.65), chance.between(0.75, 1), chance.between(0.01, 0.03)
        canvas.polygon(canvas.bar(degree, inner, outer, width), colour)
    if chance.happens(0.2):
        colour = chance.near(chance.one_of([*RED, (60, 150, 75), (230, 190, 40), (40, 60, 150)]), 14)
        for _ in range(chance.whole(1, 2)):
            degree, base, half = somewhere(), chance.between(1, 1.1), chance.between(2, 5)
            point = base - chance.between(0.08, 0.2)
            corners = [(base, degree - half), (base, degree + half), (point, degree)]
            canvas.polygon([canvas.place(*corner) for corner in corners], colour)
    for _ in range(chance.one_of([0, 1, 2, 3], [0.75, 0.1, 0.1, 0.05])):
        centre = canvas.place(chance.between(0.3, 0.85), chance.between(0, 360))
        canvas.disc(chance.between(0.025, 0.06), chance.near((130, 130, 130), 30), centre)


def bearing(axis: tuple[float, float], point: tuple[float, float]) -> float:
    """Degrees clockwise from twelve o'clock from one pixel to another."""
    return degrees(atan2(point[0] - axis[0], axis[1] - point[1])) % 360
