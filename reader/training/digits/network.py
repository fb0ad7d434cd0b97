"""The digit network: grey 20 × 32 in, scores of 13 classes out."""

from __future__ import annotations

import torch
from torch import nn

from reader.training import export
from reader.training.digits.data import CLASSES

HEIGHT, WIDTH = 32, 20
INPUT = (1, HEIGHT, WIDTH)
FLOOR = 8.0
"""Grey levels added to the spread, so that noise is not blown up and a pale ghost stays pale."""

CHANNELS = (16, 32, 48, 80, 96)
NARROW, HIDDEN = 32, 48


def normalize(grey: torch.Tensor) -> torch.Tensor:
    """Mean 0, divided by the standard deviation + FLOOR; [n, 1, height, width]."""
    mean = grey.mean((1, 2, 3), keepdim=True)
    return (grey - mean) / (grey.std((1, 2, 3), keepdim=True) + FLOOR)


def _stage(inputs: int, outputs: int, window: int) -> list[nn.Module]:
    convolution = nn.Conv2d(inputs, outputs, window, padding=window // 2, bias=False)
    return [convolution, nn.BatchNorm2d(outputs), nn.ReLU()]


class DigitNetwork(nn.Module):
    """One wide window at full size, where pixels are many, and most of the channels where they are few."""

    def __init__(self, dropout: float = 0.2) -> None:
        super().__init__()
        first, second, third, fourth, fifth = CHANNELS
        self.features = nn.Sequential(
            *_stage(1, first, 5),
            nn.MaxPool2d(2),
            *_stage(first, second, 3),
            *_stage(second, third, 3),
            nn.MaxPool2d(2),
            *_stage(third, fourth, 3),
            *_stage(fourth, fifth, 3),
            *_stage(fifth, NARROW, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(dropout),
            nn.Linear(NARROW * (HEIGHT // 4) * (WIDTH // 4), HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, CLASSES),
        )

    def forward(self, normalized: torch.Tensor) -> torch.Tensor:
        return self.head(self.features(normalized))

    def layers(self) -> list[export.Layer]:
        """What a weights file holds of it."""
        layers: list[export.Layer] = []
        modules = list(self.features)
        for index, module in enumerate(modules):
            if isinstance(module, nn.MaxPool2d):
                layers.append(export.Pool((2, 2)))
            elif isinstance(module, nn.Conv2d):
                weights, bias = export.fold_batch_norm(module, modules[index + 1])
                reach = module.kernel_size[0] // 2
                layers.append(export.Convolution(weights, bias, pad=(reach, reach)))
        hidden, last = (module for module in self.head if isinstance(module, nn.Linear))
        for linear, relu in ((hidden, True), (last, False)):
            layers.append(export.Dense(linear.weight.detach().numpy(), linear.bias.detach().numpy(), relu))
        return layers
