import { greyOf, type Raster, resample } from '../../core/resample.ts'
import { loadPicture } from '../labelled-pictures.ts'

type Grey = Raster & { data: Float32Array }

/** Degraded versions of a crop, by name. */
export function spoiled(cut: Grey): Map<string, Grey> {
  const { width, height } = cut
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const soft = (columns: number, rows: number) =>
    resample(
      resample(cut, whole, columns, rows),
      { left: 0, top: 0, right: columns, bottom: rows },
      width,
      height,
    )
  const covered = (covers: (x: number, y: number) => boolean): Grey => ({
    ...cut,
    data: cut.data.map((value, index) =>
      covers((index % width) / width, Math.floor(index / width) / height) ? 128 : value,
    ),
  })
  const moved = (x: number, y: number) =>
    resample(
      cut,
      { left: x * width, top: y * height, right: (1 + x) * width, bottom: (1 + y) * height },
      width,
      height,
    )
  return new Map([
    ['blurred to 6 × 9', soft(6, 9)],
    ['blurred to 4 × 6', soft(4, 6)],
    ['left half covered', covered((x) => x < 0.5)],
    ['lower half covered', covered((_, y) => y > 0.5)],
    ['shifted by 0.25 of its width', moved(0.25, 0)],
    ['shifted by half its width', moved(0.5, 0)],
    ['dark', { ...cut, data: cut.data.map((value) => value / 16) }],
  ])
}

/** Patches of whole photographs outside counters and dials: faces, print, pipes, floor. */
export async function surfaces(folder: string): Promise<Grey[]> {
  const patches: Grey[] = []
  for (const file of ['whole/watermeter-jomjol-1.jpg', 'whole/watermeter-jomjol-2.jpg']) {
    const picture = await loadPicture(folder, file)
    for (const size of [0.05, 0.1]) {
      for (let y = 0.45; y < 0.95; y += size) {
        for (let x = 0.02; x < 0.9; x += size) {
          const tall = (size * 1.6 * picture.width) / picture.height
          if (y + tall < 1) patches.push(greyOf(picture, { x1: x, y1: y, x2: x + size, y2: y + tall }))
        }
      }
    }
  }
  return patches
}
