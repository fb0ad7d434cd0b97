import sharp from 'sharp'
import type { Box, Point, Style } from '../types.ts'
import { type Canvas, margin, svgOf } from './canvas.ts'
import { definitions } from './parts.ts'
import { wall } from './wall.ts'

/** Where glass or clear plastic may reflect. */
export type Glass = { kind: 'disc'; centre: Point; radius: number } | { kind: 'pane'; box: Box }

/** A face with its static parts rendered once. */
export interface PreparedFace {
  base: Canvas
  glass: Glass | null
  /** Paints the moving parts onto a copy of the base. */
  paint(canvas: Canvas, value: number): void
}

/** The static parts of a face on its wall. */
export async function backdrop(style: Style, still: string): Promise<Canvas> {
  const width = style.width + 2 * margin
  const height = style.height + 2 * margin
  const ground = wall(style.wall, width, height, style.seed)
  const { data } = await sharp(ground.pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: svgOf(style.width, style.height, definitions + still, margin) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, pixels: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}
