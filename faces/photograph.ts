import sharp from 'sharp'
import { plain } from './conditions.ts'
import { blurOf, expose } from './draw/camera.ts'
import type { Canvas } from './draw/canvas.ts'
import { shownFigures } from './draw/display.ts'
import { reflect } from './draw/glare.ts'
import { preparedFace } from './draw/index.ts'
import { angleOf } from './draw/needle.ts'
import type { Conditions, Face, Photograph, Truth } from './types.ts'

function truthOf(face: Face, value: number): Truth {
  const { style, decimals } = face
  if (style.kind === 'round' || style.kind === 'panel') {
    const angle = angleOf(style.pins, value)
    return { value, ocr: null, degree: Number(((angle + 360) % 360).toFixed(1)) }
  }
  if (style.kind === 'display') {
    const ocr = shownFigures(value, style.boxes.length, decimals, style.leadingZeros)
    return { value: Number(ocr) / 10 ** decimals, ocr, degree: null }
  }
  if (style.kind === 'counter') {
    // A drum that has not come round yet still shows the lower digit.
    const figures = style.boxes.length + (style.dials?.length ?? 0)
    const whole = Math.floor(Number((value * 10 ** decimals).toFixed(3))) % 10 ** figures
    return {
      value: whole / 10 ** decimals,
      ocr: String(whole).padStart(figures, '0'),
      degree: null,
    }
  }
  return { value, ocr: null, degree: null }
}

async function soften(canvas: Canvas, sigma: number): Promise<Canvas> {
  if (sigma < 0.3) return canvas
  const { width, height, pixels } = canvas
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(sigma)
    .raw()
    .toBuffer()
  return { width, height, pixels: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length) }
}

/** The scene before the camera, with its margin. */
export async function scene(face: Face, value: number): Promise<Canvas> {
  const stage = await preparedFace(face)
  const { width, height, pixels } = stage.base
  const canvas = { width, height, pixels: pixels.slice() }
  stage.paint(canvas, value)
  return canvas
}

/** A picture of the meter at `value` under `how`. The same arguments give the same bytes. */
export async function photograph(face: Face, value: number, how: Conditions): Promise<Photograph> {
  const canvas = await scene(face, value)
  const { glass } = await preparedFace(face)
  if (glass && how.glare > 0) reflect(canvas, glass, how.glare, how.seed)
  const soft = await soften(canvas, blurOf(how))
  const { width, height } = face.style
  const jpeg = await sharp(expose(soft, how), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: how.quality })
    .toBuffer()
  return { jpeg, width, height, truth: truthOf(face, value) }
}

/** The meter's reference picture, at a value from the middle of its range. */
export async function referencePicture(face: Face, how: Conditions = plain): Promise<Buffer> {
  const { behaviour } = face
  const value = behaviour.kind === 'wave' ? behaviour.base : behaviour.start
  return (await photograph(face, value, how)).jpeg
}
