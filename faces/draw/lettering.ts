/// <reference path="../opentype.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type Glyph, type Path } from 'opentype.js'

const find = createRequire(import.meta.url)
const loaded = new Map<string, Font>()

function font(file: string): Font {
  const known = loaded.get(file)
  if (known) return known
  const bytes = new Uint8Array(readFileSync(find.resolve(file)))
  const parsed = opentype.parse(bytes.buffer)
  loaded.set(file, parsed)
  return parsed
}

const latin = {
  500: '@fontsource/barlow/files/barlow-latin-500-normal.woff',
  700: '@fontsource/barlow/files/barlow-latin-700-normal.woff',
}
const japanese = '@fontsource/kosugi/files/kosugi-japanese-400-normal.woff'

/** Own formatting: the library's own path data has NaN for coordinates as small as 1e-7. */
function pathData(path: Path): string {
  return path.commands
    .map(({ type, x1, y1, x2, y2, x, y }) =>
      [type, ...[x1, y1, x2, y2, x, y].filter((n) => n !== undefined).map((n) => n.toFixed(2))].join(' '),
    )
    .join('')
}

interface Lettering {
  x: number
  /** Middle of the capitals. */
  y: number
  /** Font size in pixels; capitals are about 0.7 of it high. */
  size: number
  fill: string
  weight?: 500 | 700
  anchor?: 'start' | 'middle' | 'end'
  spacing?: number
  opacity?: number
  /** Degrees clockwise about (x, y). */
  turn?: number
}

/** Text as outlines: the machine may have no fonts. Throws for characters missing in both fonts. */
export function lettering(text: string, look: Lettering): string {
  const { x, y, size, fill, weight = 500, anchor = 'middle', spacing = 0, opacity = 1, turn = 0 } = look
  const placed: { glyph: Glyph; at: number }[] = []
  let width = 0
  for (const character of text) {
    let source = font(latin[weight])
    let glyph = source.charToGlyph(character)
    if (glyph.index === 0) {
      source = font(japanese)
      glyph = source.charToGlyph(character)
    }
    if (glyph.index === 0 && character !== ' ') throw new Error(`no glyph for "${character}"`)
    placed.push({ glyph, at: width })
    width += (glyph.advanceWidth / source.unitsPerEm) * size + spacing
  }
  width -= spacing
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  const data = placed.map(({ glyph, at }) => pathData(glyph.getPath(left + at, y + size * 0.35, size)))
  const turned = turn === 0 ? '' : ` transform="rotate(${turn} ${x} ${y})"`
  const faint = opacity === 1 ? '' : ` opacity="${opacity}"`
  return `<path d="${data.join('')}" fill="${fill}"${faint}${turned}/>`
}
