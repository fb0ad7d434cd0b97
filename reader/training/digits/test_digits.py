"""What labels teach, and that a picture is the same whenever it is rendered."""

import unittest

import numpy as np
import torch

from reader.training.digits import data, render
from reader.training.digits.augment import augment
from reader.training.digits.evaluate import positions


class Targets(unittest.TestCase):
    def test_a_position_is_shared_by_its_two_digits(self) -> None:
        target = data.targets(torch.tensor([6.7]))[0]
        self.assertAlmostEqual(target[6].item(), 0.3, 5)
        self.assertAlmostEqual(target[7].item(), 0.7, 5)

    def test_after_nine_comes_nought(self) -> None:
        target = data.targets(torch.tensor([9.25]))[0]
        self.assertAlmostEqual(target[9].item(), 0.75, 5)
        self.assertAlmostEqual(target[0].item(), 0.25, 5)

    def test_each_label_is_one_whole(self) -> None:
        labels = torch.tensor([0.0, 3.0, 9.99, data.BLANK, data.MINUS, data.NONE])
        targets = data.targets(labels)
        torch.testing.assert_close(targets.sum(1), torch.ones(len(labels)))
        self.assertEqual(targets.argmax(1).tolist(), [0, 3, 0, data.BLANK_CLASS, data.MINUS_CLASS, data.NONE_CLASS])


class Decoding(unittest.TestCase):
    def test_gives_back_what_was_taught(self) -> None:
        labels = np.array([0.0, 2.4, 9.6], np.float32)
        read, sure = positions(data.targets(torch.from_numpy(labels)).numpy(), np.full(3, data.DRUM))
        np.testing.assert_allclose(read, labels, atol=1e-5)
        np.testing.assert_allclose(sure, 1, atol=1e-5)


class Split(unittest.TestCase):
    def test_no_family_of_meters_stands_in_two_folds(self) -> None:
        folds: dict[str, set[int]] = {}
        for family, fold in data.families().values():
            folds.setdefault(family, set()).add(fold)
        self.assertTrue(all(len(one) == 1 for one in folds.values()))
        self.assertEqual(set().union(*folds.values()), set(range(data.FOLDS)))


class Rendering(unittest.TestCase):
    def test_is_repeatable_and_differs_by_number(self) -> None:
        first, again, other = (render.one(np.random.default_rng([7, index])) for index in (1, 1, 2))
        np.testing.assert_array_equal(first[0], again[0])
        self.assertEqual(first[1:], again[1:])
        self.assertFalse(np.array_equal(first[0], other[0]))


class Augmenting(unittest.TestCase):
    def test_keeps_labels_of_displays_and_moves_those_of_drums_a_little(self) -> None:
        torch.manual_seed(1)
        count = 64
        pictures = torch.rand(count, 1, 64, 40) * 255
        kinds = torch.arange(count) % 2
        _, labels = augment(pictures, kinds, torch.full((count,), 5.0))
        kept = labels >= 0
        drums, displays = labels[kept & (kinds == data.DRUM)], labels[kept & (kinds == data.DISPLAY)]
        self.assertTrue((displays == 5).all())
        self.assertTrue(((drums - 5).abs() < 0.05).all() and drums.std() > 0)


if __name__ == "__main__":
    unittest.main()
