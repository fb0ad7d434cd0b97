import sharp from 'sharp'

/** Pixels around the scene, visible to a leaning camera. */
export const margin = 64

/** RGB, row by row. Coordinates are the scene's; (0, 0) is `margin` inside the canvas. */
export interface Canvas {
  width: number
  height: number
  pixels: Uint8ClampedArray
}

/** Premultiplied RGBA. */
export interface Sprite {
  width: number
  height: number
  pixels: Uint8ClampedArray
  /** Sprite pixels per canvas pixel. */
  density: number
  /** Anchor in the sprite's pixels, for position and rotation. */
  originX: number
  originY: number
}

export interface Clip {
  left: number
  top: number
  right: number
  bottom: number
}

interface Stamp {
  /** Degrees clockwise. */
  angle?: number
  opacity?: number
  clip?: Clip
}

export function svgOf(width: number, height: number, body: string, around = 0): Buffer {
  const [w, h] = [width + 2 * around, height + 2 * around]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-around} ${-around} ${w} ${h}">${body}</svg>`,
  )
}

function premultiplied(bytes: Buffer): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(bytes)
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = (pixels[i + 3] ?? 0) / 255
    for (let c = i; c < i + 3; c++) pixels[c] = (pixels[c] ?? 0) * alpha
  }
  return pixels
}

/** Renders `width` × `height` canvas pixels with the origin at (originX, originY). */
export async function sprite(
  body: string,
  width: number,
  height: number,
  originX = 0,
  originY = 0,
  density = 2,
): Promise<Sprite> {
  const { data, info } = await sharp(svgOf(width, height, body), { density: 72 * density })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    pixels: premultiplied(data),
    density,
    originX: originX * density,
    originY: originY * density,
  }
}

/** The sprite's blurred outline in black. */
export async function shadowOf(part: Sprite, softness: number): Promise<Sprite> {
  const bytes = Buffer.alloc(part.width * part.height * 4)
  for (let i = 3; i < bytes.length; i += 4) bytes[i] = part.pixels[i] ?? 0
  const raw = { width: part.width, height: part.height, channels: 4 as const }
  const soft = await sharp(bytes, { raw })
    .blur(softness * part.density)
    .raw()
    .toBuffer()
  return { ...part, pixels: premultiplied(soft) }
}

function bounds(
  canvas: Canvas,
  part: Sprite,
  x: number,
  y: number,
  cos: number,
  sin: number,
  clip?: Clip,
): Clip {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -1, -1]
  for (const [u, v] of [
    [0, 0],
    [part.width, 0],
    [0, part.height],
    [part.width, part.height],
  ] as const) {
    const dx = (u - part.originX) / part.density
    const dy = (v - part.originY) / part.density
    const cornerX = x + dx * cos - dy * sin
    const cornerY = y + dx * sin + dy * cos
    left = Math.min(left, cornerX)
    right = Math.max(right, cornerX)
    top = Math.min(top, cornerY)
    bottom = Math.max(bottom, cornerY)
  }
  return {
    left: Math.max(0, Math.floor(left), clip ? clip.left + margin : 0),
    top: Math.max(0, Math.floor(top), clip ? clip.top + margin : 0),
    right: Math.min(canvas.width, Math.ceil(right) + 1, clip ? clip.right + margin : canvas.width),
    bottom: Math.min(canvas.height, Math.ceil(bottom) + 1, clip ? clip.bottom + margin : canvas.height),
  }
}

/** Draws the sprite with its origin at (sceneX, sceneY), rotated around it. */
export function stamp(canvas: Canvas, part: Sprite, sceneX: number, sceneY: number, how: Stamp = {}): void {
  const { angle = 0, opacity = 1, clip } = how
  const x = sceneX + margin
  const y = sceneY + margin
  const cos = Math.cos((angle * Math.PI) / 180)
  const sin = Math.sin((angle * Math.PI) / 180)
  const { left, top, right, bottom } = bounds(canvas, part, x, y, cos, sin, clip)
  const from = part.pixels
  const to = canvas.pixels
  const stepU = cos * part.density
  const stepV = -sin * part.density
  for (let row = top; row < bottom; row++) {
    const dx = left + 0.5 - x
    const dy = row + 0.5 - y
    let u = (dx * cos + dy * sin) * part.density + part.originX - 0.5
    let v = (dy * cos - dx * sin) * part.density + part.originY - 0.5
    let target = (row * canvas.width + left) * 3
    for (let column = left; column < right; column++, u += stepU, v += stepV, target += 3) {
      const u0 = Math.floor(u)
      const v0 = Math.floor(v)
      if (u0 < 0 || v0 < 0 || u0 >= part.width - 1 || v0 >= part.height - 1) continue
      const a = (v0 * part.width + u0) * 4
      const b = a + part.width * 4
      const fu = u - u0
      const fv = v - v0
      const w00 = (1 - fu) * (1 - fv) * opacity
      const w10 = fu * (1 - fv) * opacity
      const w01 = (1 - fu) * fv * opacity
      const w11 = fu * fv * opacity
      const alpha =
        ((from[a + 3] ?? 0) * w00 +
          (from[a + 7] ?? 0) * w10 +
          (from[b + 3] ?? 0) * w01 +
          (from[b + 7] ?? 0) * w11) /
        255
      if (alpha <= 0.002) continue
      const keep = 1 - alpha
      for (let c = 0; c < 3; c++) {
        to[target + c] =
          (to[target + c] ?? 0) * keep +
          (from[a + c] ?? 0) * w00 +
          (from[a + 4 + c] ?? 0) * w10 +
          (from[b + c] ?? 0) * w01 +
          (from[b + 4 + c] ?? 0) * w11
      }
    }
  }
}
