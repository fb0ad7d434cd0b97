import type { Raster } from './resample.ts'

/**
 * Contrast in grey levels: the standard deviation of a one-channel raster about its best-fitting quadratic
 * surface, which removes slanting or uneven light. On a grid 1, x, y, xy, x² and y² (less their means) are
 * orthogonal, so each is subtracted separately.
 */
export function detrendedContrast({ width, height, data }: Raster): number {
  const spreadX = (width * width - 1) / 12
  const spreadY = (height * height - 1) / 12
  const terms = [0, 0, 0, 0, 0, 0]
  const norms = [0, 0, 0, 0, 0, 0]
  let squares = 0
  let at = 0
  for (let row = 0; row < height; row++) {
    const y = row - (height - 1) / 2
    for (let column = 0; column < width; column++) {
      const x = column - (width - 1) / 2
      const value = data[at++] ?? 0
      squares += value * value
      for (const [index, term] of [1, x, y, x * y, x * x - spreadX, y * y - spreadY].entries()) {
        terms[index] = (terms[index] ?? 0) + value * term
        norms[index] = (norms[index] ?? 0) + term * term
      }
    }
  }
  const explained = terms.reduce(
    (sum, term, index) => sum + (term * term) / Math.max(norms[index] ?? 0, 1e-9),
    0,
  )
  return Math.sqrt(Math.max(0, squares - explained) / Math.max(1, width * height))
}
