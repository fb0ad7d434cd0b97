"""Dial faces: ground, scale, numerals, bands and print, in the kinds that hang on real pipes and panels."""

from __future__ import annotations

from dataclasses import dataclass
from glob import glob
from math import cos, radians, sin

from reader.training.needles.canvas import Canvas
from reader.training.needles.chance import Chance, Colour

FONTS = sorted(
    path
    for family in ("liberation/LiberationSans-*", "liberation/LiberationSansNarrow-*", "dejavu/DejaVuSans*")
    for path in glob(f"/usr/share/fonts/truetype/{family}.ttf")
    if "Math" not in path
)
"""Debian packages fonts-liberation and fonts-dejavu."""

LIGHT = [(242, 242, 240), (232, 232, 228), (222, 226, 220), (206, 208, 205), (236, 230, 206), (186, 188, 186)]
LEGENDS = ["bar", "MPa", "kPa", "psi", "kg/cm2", "°C", "°F", "A", "V", "kW", "Hz", "mA", "m3", "x0,1", "x0.001"]
LEGENDS += ["CL 1.6", "CLASS 1.0", "PRESSURE", "TEMP", "OIL", "SF6 GAS", "AIR", "STEAM", "EN 837-1", "IP65"]
LEGENDS += ["No. 2107", "TOKYO"]
CASINGS = [(60, 60, 62), (190, 190, 188), (168, 130, 62), (30, 30, 32), (120, 124, 128)]
BANDS = [(205, 40, 35), (60, 150, 75), (232, 192, 45), (60, 110, 190)]


@dataclass
class Dial:
    canvas: Canvas
    kind: str
    """`round`, `full` (a water meter's small dial) or `panel` (the axis at or below the window's edge)."""
    face: Colour
    ink: Colour
    dark: bool
    start: float
    sweep: float
    """Degrees from the start of the scale, clockwise."""
    window: tuple[float, float, float, float] | None
    """Of a panel: left, top, right, bottom in scale radii from the axis."""


def draw_dial(chance: Chance) -> Dial:
    kind = chance.one_of(["round", "full", "panel"], [0.45, 0.3, 0.25])
    dark = chance.happens(0.08 if kind == "full" else 0.25)
    face = chance.near((26, 26, 29), 9) if dark else chance.near(chance.one_of(LIGHT), 9)
    ink = chance.near((228, 228, 226), 14) if dark else chance.near((32, 32, 35), 18)
    around = chance.near(chance.one_of([*CASINGS, face]), 14)
    canvas = Canvas(chance.between(92, 116), around)
    start, sweep = _extent(chance, kind)
    window = _window(chance, start, sweep) if kind == "panel" else None
    dial = Dial(canvas, kind, face, ink, dark, start, sweep, window)
    _ground(chance, dial)
    _bands(chance, dial)
    _scale(chance, dial)
    for _ in range(chance.whole(0, 4)):
        colour = dial.ink if chance.happens(0.8) else chance.near((190, 45, 40), 15)
        size = chance.between(0.07, 0.17)
        text, font = chance.one_of(LEGENDS), chance.one_of(FONTS)
        canvas.text(text, font, size, chance.between(0.2, 0.62), chance.between(0, 360), colour)
    return dial


def _extent(chance: Chance, kind: str) -> tuple[float, float]:
    if kind == "full":
        return 0, 360
    if kind == "round":
        sweep = chance.one_of([270, chance.between(180, 330)])
        middle = chance.one_of([0, chance.normal(20)], [0.6, 0.4])
        return middle - sweep / 2, sweep
    sweep = chance.between(50, 110)
    middle = chance.one_of([0, -45, 45, chance.normal(15)], [0.5, 0.2, 0.1, 0.2])
    return middle - sweep / 2, sweep


def _window(chance: Chance, start: float, sweep: float) -> tuple[float, float, float, float]:
    """A window round the arc of a panel's scale; its lower edge may cut the axis off."""
    ends = [(sin(radians(d)), -cos(radians(d))) for d in (start, start + sweep / 2, start + sweep)]
    room = chance.between(0.06, 0.3)
    left, right = min(x for x, _ in ends) - room, max(x for x, _ in ends) + room
    top = min(y for _, y in ends) - room
    bottom = max(min(y for y in (ends[0][1], ends[2][1])) + 0.1, chance.between(-0.5, 0.4))
    return left, top, right, bottom


def _ground(chance: Chance, dial: Dial) -> None:
    canvas = dial.canvas
    if dial.window:
        left, top, right, bottom = dial.window
        frame = chance.near(chance.one_of([(24, 24, 26), (110, 112, 115), (222, 220, 214)]), 10)
        for grow, colour in ((chance.between(0.05, 0.2), frame), (0, dial.face)):
            canvas.polygon(_box(canvas, left - grow, top - grow, right + grow, bottom + grow), colour)
        return
    rim = chance.between(1.04, 1.3)
    if dial.kind == "full" and chance.happens(0.6):
        canvas.pixels[:] = dial.face
        _neighbours(chance, dial)
        if chance.happens(0.7):
            canvas.disc(rim, dial.ink)
            canvas.disc(rim - chance.between(0.01, 0.04), dial.face)
        return
    if chance.happens(0.2):
        side = chance.between(1.05, 1.25)
        canvas.polygon(_box(canvas, -side, -side, side, side), dial.face)
        return
    if chance.happens(0.5):
        bezel = rim + chance.between(0.03, 0.25)
        canvas.disc(bezel, chance.near(chance.one_of([(40, 40, 42), (176, 178, 180), (140, 110, 60)]), 14))
    canvas.disc(rim, dial.face)


def _box(canvas: Canvas, left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    """An upright rectangle, given in scale radii from the axis, in pixels."""
    x1, x2 = (canvas.axis[0] + x * canvas.radius for x in (left, right))
    y1, y2 = (canvas.axis[1] + y * canvas.radius for y in (top, bottom))
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def _neighbours(chance: Chance, dial: Dial) -> None:
    """Pieces of the next small dials and of their pointers at the picture's edge."""
    for _ in range(chance.whole(0, 3)):
        centre = dial.canvas.place(chance.between(1.9, 2.3), chance.between(0, 360))
        dial.canvas.disc(chance.between(0.98, 1.08), dial.ink, centre)
        dial.canvas.disc(0.96, dial.face, centre)
    if chance.happens(0.3):
        degree = chance.between(0, 360)
        corner = [dial.canvas.place(chance.between(1.2, 1.4), degree + aside) for aside in (-12, 0, 12)]
        dial.canvas.polygon(corner, chance.near((200, 40, 35), 20))


def _bands(chance: Chance, dial: Dial) -> None:
    if not chance.happens(0.35 if dial.kind != "full" else 0.05):
        return
    outer = chance.between(0.85, 1.05)
    inner = outer - chance.between(0.02, 0.14)
    for _ in range(chance.whole(1, 3)):
        begin = dial.start + chance.between(0, 0.85) * dial.sweep
        end = min(dial.start + dial.sweep, begin + chance.between(0.06, 0.4) * dial.sweep)
        dial.canvas.arc(begin, end, inner, outer, chance.near(chance.one_of(BANDS), 18))


def _scale(chance: Chance, dial: Dial) -> None:
    canvas, ink = dial.canvas, dial.ink
    full = dial.kind == "full"
    majors = 10 if full else chance.one_of([4, 5, 6, 8, 10, 12, 16])
    if dial.kind == "panel":
        majors = chance.one_of([2, 3, 4, 5, 6, 8, 10])
    minors = chance.one_of([1, 2, 5, 10]) if full else chance.one_of([2, 4, 5, 10])
    outer = chance.between(0.97, 1.03)
    long = chance.between(0.08, 0.2)
    short = long * chance.between(0.4, 1)
    width = chance.between(0.012, 0.05)
    bend = chance.one_of([1.0, chance.between(0.6, 1.6)], [0.7, 0.3]) if dial.kind == "panel" else 1.0
    if chance.happens(0.5):
        edge = chance.one_of([outer, outer - long])
        canvas.arc(dial.start, dial.start + dial.sweep, edge - chance.between(0.008, 0.03), edge, ink)
    if chance.happens(0.06):
        mirror = outer - long - 0.05
        canvas.arc(dial.start, dial.start + dial.sweep, mirror - 0.08, mirror, chance.near((150, 158, 165), 14))
    count = majors * minors
    numerals = chance.happens(0.93)
    font, size = chance.one_of(FONTS), chance.between(0.12, 0.28)
    ring = outer - long - size * chance.between(0.55, 0.95) if chance.happens(0.8) else outer + size * 0.7
    every, unit = chance.one_of([1, 1, 2]), chance.one_of([1, 1, 2, 5, 10, 20, 50, 0.1, 0.2])
    ghost = chance.happens(0.35) and full
    shift = (chance.between(-5, 5), chance.between(-5, 5))
    bars = []
    for index in range(count + 1):
        degree = dial.start + dial.sweep * (index / count) ** bend
        major = index % minors == 0
        bars.append(canvas.bar(degree, outer - (long if major else short), outer, width if major else width * 0.6))
        step = index // minors
        if not (numerals and major and step % every == 0) or (full and index == count):
            continue
        text = str(step) if full else f"{step * unit:g}"
        if ghost:
            faint = tuple(0.6 * f + 0.4 * i for f, i in zip(dial.face, ink))
            canvas.text(text, font, size, ring - shift[0] / 60, degree + shift[1], faint)
        canvas.text(text, font, size, ring, degree, ink)
    canvas.lay(canvas.cover_of(bars), ink)
