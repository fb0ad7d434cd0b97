import sharp from 'sharp'
import { type CounterPlaces, dialBox } from '../../../reader/core/index.ts'
import type { Rectangle } from '../../../reader/core/types.ts'

interface Pixels {
  width: number
  height: number
  data: Buffer
}
type Colour = readonly [number, number, number]

/** As the sources of AI-on-the-edge-device 16 set them: digits of the first number, dials, alignment marks. */
const blue = [0, 0, 255] as const
const green = [0, 255, 0] as const
const red = [255, 0, 0] as const

/**
 * A picture as AI-on-the-edge-device sends it: 640 pixels wide, JPEG of quality 90 with halved chroma. Where `places` are
 * given, they are drawn as its firmware draws what it reads, `wider` by a fraction of each place's size on every side.
 */
export async function firmwarePicture(
  jpeg: Uint8Array,
  places: CounterPlaces | null,
  wider = 0,
): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: 640 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixels = { width, height, data }
  if (places) {
    for (const place of [0.1, 0.8]) {
      const [left, top] = [Math.round(place * width), Math.round(place * height)]
      drawFrame(pixels, { left, top, right: left + 40, bottom: top + 40 }, red, 2)
    }
    for (const box of places.boxes) drawFrame(pixels, grown(box, pixels, wider), blue, 2)
    for (const dial of places.dials) drawDial(pixels, grown(dialBox(dial, pixels), pixels, wider))
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

interface Frame {
  left: number
  top: number
  right: number
  bottom: number
}

function grown({ x1, y1, x2, y2 }: Rectangle, { width, height }: Pixels, wider: number): Frame {
  const across = wider * (x2 - x1)
  const down = wider * (y2 - y1)
  return {
    left: Math.round((x1 - across) * width),
    top: Math.round((y1 - down) * height),
    right: Math.round((x2 + across) * width),
    bottom: Math.round((y2 + down) * height),
  }
}

function draw({ width, height, data }: Pixels, x: number, y: number, colour: Colour): void {
  if (x >= 0 && y >= 0 && x < width && y < height) data.set(colour, 3 * (y * width + x))
}

/** Grows outwards, as the firmware’s rectangles do. */
function drawFrame(pixels: Pixels, { left, top, right, bottom }: Frame, colour: Colour, thick: number): void {
  for (let out = 0; out < thick; out++) {
    for (let x = left - thick + 1; x < right + thick; x++) {
      draw(pixels, x, top - out, colour)
      draw(pixels, x, bottom + out, colour)
    }
    for (let y = top; y <= bottom; y++) {
      draw(pixels, left - out, y, colour)
      draw(pixels, right + out, y, colour)
    }
  }
}

function drawDial(pixels: Pixels, frame: Frame): void {
  const { left, top, right, bottom } = frame
  drawFrame(pixels, frame, green, 1)
  const wide = Math.floor((right - left) / 2)
  const high = Math.floor((bottom - top) / 2)
  const [x, y] = [left + wide, top + high]
  for (let degree = 0; degree < 360; degree += 0.1) {
    const turn = (degree * Math.PI) / 180
    for (const out of [0, 1])
      draw(
        pixels,
        Math.trunc(x + Math.sin(turn) * (wide + out)),
        Math.trunc(y + Math.cos(turn) * (high + out)),
        green,
      )
  }
  for (let column = left; column <= right; column++) draw(pixels, column, y, green)
  for (let row = top; row <= bottom; row++) draw(pixels, x, row, green)
}
