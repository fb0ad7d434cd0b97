/** Pixels, or ratios of the picture (0 to 1). */
export interface Point {
  x: number
  y: number
}

/** Ratios of the picture, `x1 < x2` and `y1 < y2`. */
export interface Part {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** Pixels. */
export interface Size {
  width: number
  height: number
}

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)

export const clampToPicture = ({ x, y }: Point): Point => ({ x: clamp(x, 0, 1), y: clamp(y, 0, 1) })

/** CSS position of a point given in ratios. */
export const positionStyle = ({ x, y }: Point) => ({ left: `${x * 100}%`, top: `${y * 100}%` })
