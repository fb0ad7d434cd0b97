"""Tests of what is easily off by one: `/usr/bin/python3 -m unittest reader.training.needles.test_needles`."""

from __future__ import annotations

import unittest

import numpy as np
import torch

from reader.training.needles.canvas import SIZE, Canvas
from reader.training.needles.chance import Chance
from reader.training.needles.hands import bearing
from reader.training.needles.network import Needles
from reader.training.needles.polar import STEPS, unroll
from reader.training.needles.render import flat
from reader.training.needles.scene import lean, moved, warp
from reader.training.needles.train import turned


def marked(radius: float, degree: float) -> Canvas:
    """A white canvas with a black dot at a place of the dial."""
    canvas = Canvas(100, (255, 255, 255))
    canvas.disc(0.08, (0, 0, 0), canvas.place(radius, degree))
    return canvas


def darkest(pixels: np.ndarray) -> tuple[float, float]:
    """The middle of what is black, in pixels from the corner."""
    ys, xs = np.nonzero(pixels[:, :, 0] < 100)
    return xs.mean() + 0.5, ys.mean() + 0.5


class Unrolled(unittest.TestCase):
    def test_shows_a_mark_where_it_was_drawn(self) -> None:
        for degree in (0, 37, 90, 211, 300):
            canvas = marked(0.7, degree)
            places, seen = unroll(canvas.pixels, *canvas.axis, 100)
            ring, step = np.unravel_index(places[:, :, 0].argmin(), places.shape[:2])
            self.assertAlmostEqual(step * 360 / STEPS, degree, delta=4)
            self.assertAlmostEqual(0.14 + (ring + 0.5) / 32 * 0.94, 0.7, delta=0.06)
            self.assertTrue(seen.all())

    def test_takes_what_lies_outside_the_picture_for_its_mean(self) -> None:
        canvas = marked(0.7, 0)
        part = canvas.pixels[: SIZE // 2]
        places, seen = unroll(part, *canvas.axis, 100)
        self.assertFalse(seen[:, STEPS // 2].any())
        filled = flat(places, seen)
        self.assertAlmostEqual(float(filled[16, STEPS // 2, 0]), float(places[seen].mean()), delta=1)


class Scene(unittest.TestCase):
    def test_a_leaning_camera_moves_points_as_it_moves_the_picture(self) -> None:
        chance = Chance(3)
        for _ in range(5):
            matrix = lean(chance, SIZE)
            canvas = marked(0.8, chance.between(0, 360))
            before = darkest(canvas.pixels)
            after = darkest(warp(canvas.pixels, matrix))
            self.assertLess(np.hypot(*np.subtract(after, moved(matrix, before))), 1)

    def test_a_tip_is_seen_where_it_was_drawn(self) -> None:
        canvas = marked(0.9, 123)
        self.assertAlmostEqual(bearing(canvas.axis, darkest(canvas.pixels)), 123, delta=0.5)


class Network(unittest.TestCase):
    def test_gives_turned_scores_for_a_turned_dial(self) -> None:
        torch.manual_seed(1)
        network = Needles().eval()
        places = torch.randn(1, 3, 32, STEPS)
        with torch.no_grad():
            straight, away = network(places), network(turned(places, torch.tensor([25])))
        self.assertTrue(torch.allclose(torch.roll(straight, 25, dims=2), away, atol=1e-4))


if __name__ == "__main__":
    unittest.main()
