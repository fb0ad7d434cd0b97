"""Seeded chance for the renderer, in the words the renderer thinks in."""

from __future__ import annotations

import numpy as np

Colour = tuple[float, float, float]


class Chance:
    def __init__(self, seed: int) -> None:
        self.random = np.random.RandomState(seed)

    def between(self, low: float, high: float) -> float:
        return float(self.random.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """A whole number from low to high, both possible."""
        return int(self.random.randint(low, high + 1))

    def happens(self, share: float) -> bool:
        return bool(self.random.rand() < share)

    def normal(self, deviation: float) -> float:
        return float(self.random.normal(0, deviation))

    def one_of(self, options, weights=None):
        shares = None if weights is None else np.asarray(weights, float) / np.sum(weights)
        return options[int(self.random.choice(len(options), p=shares))]

    def near(self, colour: Colour, deviation: float = 10) -> Colour:
        """A colour like the given one, RGB 0..255."""
        return tuple(float(np.clip(level + self.normal(deviation), 0, 255)) for level in colour)
