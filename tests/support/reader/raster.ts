import type { Picture } from '../../../reader/core/types.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** Draws antialiased shapes for tests of the reader. Coordinates are in pixels. */
export interface Raster {
  picture: Picture
  rectangle(left: number, top: number, right: number, bottom: number, colour: Colour): void
  line(x1: number, y1: number, x2: number, y2: number, thickness: number, colour: Colour): void
  ring(x: number, y: number, radius: number, thickness: number, colour: Colour): void
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export function createRaster(width: number, height: number, ground: Colour): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([...ground, 255], at)

  /** Blends a colour over a shape: `depth` is the distance in pixels inside it. */
  function paint(colour: Colour, bounds: Bounds, depth: (x: number, y: number) => number): void {
    const right = Math.min(width, Math.ceil(bounds.right) + 1)
    const bottom = Math.min(height, Math.ceil(bounds.bottom) + 1)
    for (let y = Math.max(0, Math.floor(bounds.top) - 1); y < bottom; y++) {
      for (let x = Math.max(0, Math.floor(bounds.left) - 1); x < right; x++) {
        const share = Math.min(1, Math.max(0, depth(x + 0.5, y + 0.5) + 0.5))
        if (share === 0) continue
        colour.forEach((level, channel) => {
          const at = (y * width + x) * 4 + channel
          data[at] = (data[at] ?? 0) * (1 - share) + level * share
        })
      }
    }
  }

  return {
    picture: { width, height, data },
    rectangle(left, top, right, bottom, colour) {
      const bounds = { left, top, right, bottom }
      paint(colour, bounds, (x, y) => Math.min(x - left, right - x, y - top, bottom - y))
    },
    line(x1, y1, x2, y2, thickness, colour) {
      const half = thickness / 2
      const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
      const bounds = {
        left: Math.min(x1, x2) - half,
        top: Math.min(y1, y2) - half,
        right: Math.max(x1, x2) + half,
        bottom: Math.max(y1, y2) + half,
      }
      paint(colour, bounds, (x, y) => {
        const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
        return half - Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
      })
    },
    ring(x, y, radius, thickness, colour) {
      const reach = radius + thickness / 2
      const bounds = { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach }
      paint(colour, bounds, (px, py) => thickness / 2 - Math.abs(Math.hypot(px - x, py - y) - radius))
    },
  }
}
