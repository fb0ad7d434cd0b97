"""What trainings share: the learning rate over time and the running mean of the weights."""

from __future__ import annotations

import copy
import math

import torch
from torch import nn


def one_cycle(step: int, steps: int, peak: float, warm: float = 0.15) -> float:
    """Learning rate: up to the peak along a cosine during the first `warm` of the steps, then down to nearly 0."""
    rise = max(1, int(steps * warm))
    if step < rise:
        return peak * (0.04 + 0.96 * (0.5 - 0.5 * math.cos(math.pi * step / rise)))
    share = (step - rise) / max(1, steps - rise)
    return peak * (1e-4 + (1 - 1e-4) * (0.5 + 0.5 * math.cos(math.pi * share)))


class Average:
    """An exponential running mean of a network's parameters and batch norm statistics: steadier than the last step."""

    def __init__(self, network: nn.Module, decay: float) -> None:
        self.network = copy.deepcopy(network).eval()
        self.decay = decay
        self.steps = 0

    @torch.no_grad()
    def update(self, network: nn.Module) -> None:
        self.steps += 1
        decay = min(self.decay, self.steps / (self.steps + 10))
        for mean, value in zip(self.network.state_dict().values(), network.state_dict().values()):
            if mean.is_floating_point():
                mean.mul_(decay).add_(value, alpha=1 - decay)
            else:
                mean.copy_(value)


def parameter_groups(network: nn.Module, decay: float) -> list[dict[str, object]]:
    """Weight decay for weights, none for biases and batch norm."""
    matrices = [value for value in network.parameters() if value.ndim > 1]
    others = [value for value in network.parameters() if value.ndim <= 1]
    return [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
