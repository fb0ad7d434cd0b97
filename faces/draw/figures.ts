import type { Box } from '../types.ts'

/** Lit segments of each digit, a (top) to g (middle), clockwise. */
const lit = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg']

/** One slanted seven-segment digit in a box of width × height. */
export function segments(
  figure: number | 'all',
  { width, height }: Pick<Box, 'width' | 'height'>,
  look: string,
) {
  const names = figure === 'all' ? 'abcdefg' : (lit[figure] ?? '')
  const thick = width * 0.15
  const gap = thick * 0.16
  const left = width * 0.16
  const right = width * 0.84
  const top = height * 0.07
  const bottom = height * 0.93
  const middle = height / 2
  const half = thick / 2
  const flat = (y: number, up: number, down: number) =>
    `M${left + half + gap} ${y}L${left + thick + gap} ${y - up}L${right - thick - gap} ${y - up}L${right - half - gap} ${y}L${right - thick - gap} ${y + down}L${left + thick + gap} ${y + down}Z`
  const upright = (x: number, from: number, to: number) =>
    `M${x} ${from + gap}L${x + half} ${from + half + gap}L${x + half} ${to - half - gap}L${x} ${to - gap}L${x - half} ${to - half - gap}L${x - half} ${from + half + gap}Z`
  const shapes: Record<string, string> = {
    a: flat(top + half, half, half),
    b: upright(right - half, top + half, middle),
    c: upright(right - half, middle, bottom - half),
    d: flat(bottom - half, half, half),
    e: upright(left + half, middle, bottom - half),
    f: upright(left + half, top + half, middle),
    g: flat(middle, half, half),
  }
  const data = [...names].map((name) => shapes[name] ?? '').join('')
  return `<path transform="translate(${height * 0.05} 0) skewX(-5.5)" d="${data}" ${look}/>`
}

/** 5 × 7 dot matrix, rows from the top. */
const matrix = [
  '01110 10001 10001 10001 10001 10001 01110',
  '00100 01100 00100 00100 00100 00100 01110',
  '01110 10001 00001 00010 00100 01000 11111',
  '11111 00010 00100 00010 00001 10001 01110',
  '00010 00110 01010 10010 11111 00010 00010',
  '11111 10000 11110 00001 00001 10001 01110',
  '00110 01000 10000 11110 10001 10001 01110',
  '11111 00001 00010 00100 01000 01000 01000',
  '01110 10001 10001 01110 10001 10001 01110',
  '01110 10001 10001 01111 00001 00010 01100',
]

/** One 5 × 7 digit in a box of width × height; square dots for LCDs, round for lamps. */
export function dots(
  figure: number | 'all',
  { width, height }: Pick<Box, 'width' | 'height'>,
  look: string,
  square: boolean,
): string {
  const rows = figure === 'all' ? Array.from({ length: 7 }, () => '11111') : (matrix[figure] ?? '').split(' ')
  const pitch = Math.min(width / 5.6, height / 7.6)
  const left = (width - pitch * 4) / 2
  const top = (height - pitch * 6) / 2
  const parts: string[] = []
  rows.forEach((row, j) => {
    ;[...row].forEach((dot, i) => {
      if (dot === '0') return
      const x = left + i * pitch
      const y = top + j * pitch
      const side = pitch * 0.84
      parts.push(
        square
          ? `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side}" ${look}/>`
          : `<circle cx="${x}" cy="${y}" r="${pitch * 0.37}" ${look}/>`,
      )
    })
  })
  return parts.join('')
}
