"""What a batch of crops goes through before the network sees it: every picture another way each time."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from reader.training.digits.data import BLANK, DRUM, NONE
from reader.training.digits.network import HEIGHT, WIDTH

PITCH = 0.9
"""Distance between two digits of a drum in heights of the crop, about: what a shift of the crop does to the position."""
SPOILED = 0.035


def _between(count: int, low: float, high: float) -> torch.Tensor:
    return torch.rand(count) * (high - low) + low


def _some(count: int, chance: float) -> torch.Tensor:
    return (torch.rand(count) < chance).reshape(-1, 1, 1, 1)


def grey(colour: torch.Tensor) -> torch.Tensor:
    """[n, h, w, 3] to [n, 1, h, w]: luma, or now and then another mixture, as of infrared or coloured light."""
    count = len(colour)
    luma = torch.tensor([0.299, 0.587, 0.114]).expand(count, 3)
    mixture = torch.rand(count, 3) + 0.05
    mixture = mixture / mixture.sum(1, keepdim=True)
    share = torch.where(torch.rand(count, 1) < 0.5, torch.rand(count, 1), torch.zeros(count, 1))
    weights = luma * (1 - share) + mixture * share
    return torch.einsum("nhwc,nc->nhw", colour.float(), weights)[:, None]


def augment(
    pictures: torch.Tensor, kinds: torch.Tensor, labels: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Grey crops [n, 1, 2 · HEIGHT, 2 · WIDTH] to inputs of 0..255 and their labels, which a shift may change."""
    pictures, labels = _spoil(pictures, labels)
    moved, labels = _move(pictures, kinds, labels)
    return _light(_cover(F.avg_pool2d(moved, 2))), labels


def _move(
    pictures: torch.Tensor, kinds: torch.Tensor, labels: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Boxes are never drawn alike: shift, stretch, tilt, lean."""
    count = len(pictures)
    drum = kinds == DRUM
    shift_y = torch.where(drum, _between(count, -0.04, 0.04), _between(count, -0.08, 0.08))
    turn, lean = _between(count, -0.07, 0.07), _between(count, -0.12, 0.12)
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0] = _between(count, 0.8, 1.2)
    matrix[:, 0, 1] = lean + turn * HEIGHT / WIDTH
    matrix[:, 1, 0] = -turn * WIDTH / HEIGHT
    matrix[:, 1, 1] = torch.where(drum, _between(count, 0.9, 1.12), _between(count, 0.82, 1.2))
    matrix[:, 0, 2] = _between(count, -0.14, 0.14)
    matrix[:, 1, 2] = shift_y * 2
    grid = F.affine_grid(matrix, list(pictures.shape), align_corners=False)
    moved = F.grid_sample(pictures, grid, padding_mode="border", align_corners=False)
    digit = drum & (labels >= 0)
    return moved, torch.where(digit, (labels + shift_y / PITCH) % 10, labels)


def _spoil(pictures: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Makes pictures that nobody can read: two halves of digits, half covered, out of focus."""
    count, _, height, width = pictures.shape
    pictures, labels = pictures.clone(), labels.clone()
    for index in torch.nonzero((torch.rand(count) < SPOILED) & (labels != BLANK)).flatten().tolist():
        way = torch.randint(4, (1,)).item()
        if way == 0:
            cut = int(width * _between(1, 0.42, 0.58).item())
            other = pictures[torch.randint(count, (1,)).item()].clone()
            pictures[index] = torch.cat([pictures[index][..., cut:], other[..., :cut]], dim=-1)
        elif way == 1:
            share, level = _between(1, 0.5, 0.75).item(), torch.rand(1).item() * 255
            side = torch.randint(4, (1,)).item()
            rows, columns = int(height * share), int(width * share)
            part = [slice(0, rows), slice(height - rows, height)][side] if side < 2 else slice(None)
            across = [slice(0, columns), slice(width - columns, width)][side - 2] if side >= 2 else slice(None)
            pictures[index, :, part, across] = level
        elif way == 2:
            small = F.interpolate(pictures[index : index + 1], (4, 3), mode="area")
            pictures[index] = F.interpolate(small, (height, width), mode="bicubic", align_corners=False)[0]
        else:
            cut = int(height * _between(1, 0.3, 0.7).item())
            other = pictures[torch.randint(count, (1,)).item()]
            pictures[index] = torch.cat([other[:, :cut].flip(2), pictures[index][:, cut:].flip(1)], dim=1)
        labels[index] = NONE
    return pictures, labels


def _cover(pictures: torch.Tensor) -> torch.Tensor:
    """Wires and frame lines across, and small spots."""
    count, _, height, width = pictures.shape
    rows = torch.arange(height).reshape(1, 1, -1, 1)
    columns = torch.arange(width).reshape(1, 1, 1, -1)

    def each(low: float, high: float) -> torch.Tensor:
        return _between(count, low, high).reshape(-1, 1, 1, 1)

    line = rows - each(0, height) + each(-0.12, 0.12) * (columns - width / 2)
    covered = (line.abs() < each(0.4, 1.4)) & _some(count, 0.16)
    pictures = torch.where(covered, each(0, 255) * 0.85 + pictures * 0.15, pictures)
    top, left = each(-2, height), each(-2, width)
    spot = (rows >= top) & (rows < top + each(2, 7)) & (columns >= left) & (columns < left + each(2, 6))
    return torch.where(spot & _some(count, 0.22), each(0, 255), pictures)


def _light(pictures: torch.Tensor) -> torch.Tensor:
    """Gamma, gain, polarity, slanting light, focus, noise."""
    count, _, height, width = pictures.shape

    def each(low: float, high: float) -> torch.Tensor:
        return _between(count, low, high).reshape(-1, 1, 1, 1)

    result = 255 * (pictures / 255).clamp(1e-3, 1) ** torch.exp(each(-0.55, 0.55))
    result = result * each(0.55, 1.25) + each(-20, 20)
    result = torch.where(_some(count, 0.15), 255 - result, result)
    across = torch.linspace(-1, 1, width).reshape(1, 1, 1, -1) * each(-28, 28)
    down = torch.linspace(-1, 1, height).reshape(1, 1, -1, 1) * each(-28, 28)
    result = result + across + down
    soft = F.avg_pool2d(F.pad(result, (1, 1, 1, 1), mode="replicate"), 3, 1)
    softness = torch.where(_some(count, 0.4), each(0, 1), torch.zeros(count, 1, 1, 1))
    result = result * (1 - softness) + soft * softness
    return (result + torch.randn_like(result) * each(0, 9)).clamp(0, 255)
