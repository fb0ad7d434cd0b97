"""Writes a network as a weights file, version 2, which reader/core/weights.ts reads.

Little-endian: uint32 length of the header (a multiple of 4), the header as JSON padded with spaces, then the
layers' data. A layer's data stand at `at` bytes after the header: int8 weights [output][input][row][column],
padding to 4 bytes, one float32 scale an output, one float32 bias an output.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Sequence, Union

import numpy as np
import torch
from torch import nn

INT8_LIMIT = 127


@dataclass
class Convolution:
    """weights [output][input][row][column], bias [output]; batch norm already folded in."""

    weights: np.ndarray
    bias: np.ndarray
    pad: tuple[int, int] = (0, 0)
    """Zeros above and below, left and right; with `around` columns wrap round the circle instead of zeros."""
    around: bool = False
    dilation: tuple[int, int] = (1, 1)
    relu: bool = True


@dataclass
class Pool:
    """Maximum over windows that do not overlap; a remainder at the edge is dropped."""

    window: tuple[int, int] = (2, 2)


@dataclass
class Dense:
    """weights [output][input]; the first one counts its inputs channel by channel, as PyTorch's Flatten does."""

    weights: np.ndarray
    bias: np.ndarray
    relu: bool = False


Layer = Union[Convolution, Pool, Dense]


@dataclass
class Written:
    """What the model card says of a weights file."""

    size: int
    gzip: int
    sha256: str
    parameters: int


def fold_batch_norm(convolution: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[np.ndarray, np.ndarray]:
    """Weights and bias of one convolution that does what the two do in evaluation mode."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    bias = torch.zeros_like(norm.bias) if convolution.bias is None else convolution.bias
    weights = convolution.weight * scale.reshape(-1, 1, 1, 1)
    return weights.detach().numpy(), (norm.bias + (bias - norm.running_mean) * scale).detach().numpy()


def quantize(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 weights in the given shape and one float32 scale an output: weights ≈ int8 · scale."""
    rows = weights.reshape(len(weights), -1)
    scales = np.abs(rows).max(axis=1) / INT8_LIMIT
    scales[scales == 0] = 1
    scales = scales.astype(np.float32)
    rounded = np.round(rows / scales[:, None]).clip(-INT8_LIMIT, INT8_LIMIT)
    return rounded.astype(np.int8).reshape(weights.shape), scales


def write(
    path: Path, input_shape: tuple[int, int, int], layers: Sequence[Layer], temperature: float = 1.0
) -> Written:
    """Quantizes the layers and writes them; `input_shape` is channels, height, width."""
    data = bytearray()
    entries: list[dict[str, Any]] = []
    parameters = 0
    for layer in layers:
        if isinstance(layer, Pool):
            entries.append({"type": "pool", "window": list(layer.window)})
            continue
        entries.append({**_describe(layer), "at": len(data)})
        weights, scales = quantize(layer.weights)
        data += weights.tobytes()
        data += b"\0" * (-len(data) % 4)
        data += scales.astype("<f4").tobytes() + layer.bias.astype("<f4").tobytes()
        parameters += layer.weights.size + layer.bias.size
    header = json.dumps(
        {"input": list(input_shape), "temperature": temperature, "layers": entries}, separators=(",", ":")
    ).encode("ascii")
    header += b" " * (-len(header) % 4)
    file = struct.pack("<I", len(header)) + header + bytes(data)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file)
    return Written(len(file), len(gzip.compress(file, 9)), hashlib.sha256(file).hexdigest(), parameters)


def _describe(layer: Union[Convolution, Dense]) -> dict[str, Any]:
    if isinstance(layer, Dense):
        outputs, inputs = layer.weights.shape
        return {"type": "dense", "inputs": inputs, "outputs": outputs, "relu": layer.relu}
    outputs, inputs, rows, columns = layer.weights.shape
    return {
        "type": "convolution",
        "inputs": inputs,
        "outputs": outputs,
        "window": [rows, columns],
        "pad": list(layer.pad),
        "around": layer.around,
        "dilation": list(layer.dilation),
        "relu": layer.relu,
    }
