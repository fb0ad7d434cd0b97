"""The needle network: a dial unrolled goes in, one score a direction and one for «no needle here» come out.

Every layer wraps round the circle, so that a turned dial gives turned scores. The probabilities are one softmax over
all 2 × STEPS scores: a direction's is its own, that of «no needle» the sum of its column over the whole circle.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from reader.training.export import Convolution, Layer, Pool, fold_batch_norm
from reader.training.needles.polar import RINGS, STEPS



class Around(nn.Module):
    """A convolution with batch norm whose columns wrap round the circle."""

    def __init__(self, inputs: int, outputs: int, rows: int = 3, columns: int = 3, pad: int = 1, dilation: int = 1) -> None:
        super().__init__()
        self.aside = dilation * (columns // 2)
        self.pad = pad
        self.convolution = nn.Conv2d(inputs, outputs, (rows, columns), padding=(pad, 0), dilation=(1, dilation), bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, places: Tensor) -> Tensor:
        wrapped = F.pad(places, (self.aside, self.aside, 0, 0), mode="circular")
        return F.relu(self.norm(self.convolution(wrapped)))

    def layer(self) -> Convolution:
        weights, bias = fold_batch_norm(self.convolution, self.norm)
        return Convolution(weights, bias, (self.pad, self.aside), True, self.convolution.dilation)


class Needles(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rings = nn.ModuleList([Around(3, 12), Around(12, 12), Around(12, 20), Around(20, 24)])
        self.across = Around(24, 36, RINGS // 8, 5, pad=0)
        self.beside = Around(36, 24, 1, 5, pad=0, dilation=3)
        self.scores = nn.Conv2d(24, 2, 1)

    def forward(self, places: Tensor) -> Tensor:
        """`places`: n × 3 × RINGS × STEPS, standardised. Returns scores n × 2 × STEPS: directions, no needle."""
        for index, ring in enumerate(self.rings):
            places = ring(places)
            if index < 3:
                places = F.max_pool2d(places, (2, 1))
        return self.scores(self.beside(self.across(places))).reshape(len(places), 2, STEPS)

    def layers(self) -> list[Layer]:
        """What the weights file holds."""
        found: list[Layer] = []
        for index, ring in enumerate(self.rings):
            found.append(ring.layer())
            if index < 3:
                found.append(Pool((2, 1)))
        last = Convolution(self.scores.weight.detach().numpy(), self.scores.bias.detach().numpy(), relu=False)
        return [*found, self.across.layer(), self.beside.layer(), last]


def standardised(places: Tensor) -> Tensor:
    """Each picture less its mean, over its deviation (a little more, so that flat pictures stay flat)."""
    mean = places.mean((1, 2, 3), keepdim=True)
    deviation = places.std((1, 2, 3), unbiased=False, keepdim=True)
    return (places - mean) / (deviation + 4)
