"""A file written by export.py says what the network says, read back by its own description."""

import json
import struct
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from torch import nn

from reader.training import export


def read_layer(file: bytes, start: int, entry: dict) -> tuple[np.ndarray, np.ndarray]:
    """Weights [output][everything else] and bias of one layer."""
    depth = entry["inputs"] * int(np.prod(entry.get("window", [1])))
    count = entry["outputs"] * depth
    at = start + entry["at"]
    weights = np.frombuffer(file, np.int8, count, at).reshape(entry["outputs"], depth)
    numbers = np.frombuffer(file, "<f4", 2 * entry["outputs"], at + count + (-count % 4))
    scales, bias = np.split(numbers, 2)
    return weights * scales[:, None], bias


class Export(unittest.TestCase):
    def test_folding_keeps_what_convolution_and_norm_answer(self) -> None:
        torch.manual_seed(1)
        convolution, norm = nn.Conv2d(3, 5, 3, bias=False), nn.BatchNorm2d(5)
        norm(convolution(torch.randn(50, 3, 6, 6) * 3 + 1))
        norm.eval()
        picture = torch.randn(2, 3, 6, 6)
        weights, bias = export.fold_batch_norm(convolution, norm)
        folded = nn.functional.conv2d(picture, torch.from_numpy(weights), torch.from_numpy(bias))
        self.assertLess((folded - norm(convolution(picture))).abs().max().item(), 1e-5)

    def test_quantizing_is_off_by_half_a_step_at_most(self) -> None:
        weights = np.random.RandomState(1).normal(size=(4, 3, 3, 3)).astype(np.float32)
        rounded, scales = export.quantize(weights)
        off = np.abs(rounded * scales.reshape(-1, 1, 1, 1) - weights)
        self.assertTrue((off <= scales.reshape(-1, 1, 1, 1) * 0.5001).all())

    def test_an_output_without_weights_stays_nought(self) -> None:
        rounded, scales = export.quantize(np.zeros((1, 2), np.float32))
        self.assertTrue(np.isfinite(scales).all() and (rounded == 0).all())

    def test_the_file_holds_each_layer_where_its_header_says(self) -> None:
        random = np.random.RandomState(2)
        layers = [
            export.Convolution(random.normal(size=(3, 1, 3, 5)), random.normal(size=3), pad=(1, 2), around=True),
            export.Pool((2, 1)),
            export.Dense(random.normal(size=(2, 7)), random.normal(size=2)),
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "network.bin"
            written = export.write(path, (1, 4, 6), layers, 1.5)
            file = path.read_bytes()
        (length,) = struct.unpack_from("<I", file)
        self.assertEqual(length % 4, 0)
        header = json.loads(file[4 : 4 + length])
        self.assertEqual((header["input"], header["temperature"]), ([1, 4, 6], 1.5))
        convolution, pool, dense = header["layers"]
        self.assertEqual((convolution["window"], convolution["pad"], convolution["around"]), ([3, 5], [1, 2], True))
        self.assertEqual(pool, {"type": "pool", "window": [2, 1]})
        for entry, layer in ((convolution, layers[0]), (dense, layers[2])):
            weights, bias = read_layer(file, 4 + length, entry)
            np.testing.assert_allclose(weights, layer.weights.reshape(weights.shape), atol=0.02)
            np.testing.assert_allclose(bias, layer.bias, rtol=1e-6)
        self.assertEqual((written.size, written.parameters), (len(file), 45 + 3 + 14 + 2))


if __name__ == "__main__":
    unittest.main()
