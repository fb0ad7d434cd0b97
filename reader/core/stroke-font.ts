/**
 * Characters as strokes on a cell of 0.6 × 1 (x right, y down), as SVG path data: frames look the same on
 * machines without fonts.
 */
const FIGURES: Readonly<Record<string, string>> = {
  '0': 'M.3 .04C.48 .04 .55 .25 .55 .5S.48 .96 .3 .96 .05 .75 .05 .5 .12 .04 .3 .04Z',
  '1': 'M.13 .2L.34 .04V.96',
  '2': 'M.07 .26C.07 .12 .17 .04 .3 .04S.53 .12 .53 .27C.53 .46 .2 .7 .07 .96H.55',
  '3': 'M.08 .13C.14 .07 .21 .04 .3 .04 .43 .04 .52 .12 .52 .26S.42 .47 .26 .47C.45 .47 .55 .57 .55 .71S.45 .96 .3 .96C.2 .96 .11 .92 .05 .84',
  '4': 'M.42 .96V.04L.04 .69H.57',
  '5': 'M.5 .04H.13L.1 .46C.16 .41 .22 .39 .3 .39 .45 .39 .55 .5 .55 .67S.44 .96 .28 .96C.18 .96 .1 .93 .05 .86',
  '6': 'M.47 .1C.42 .06 .37 .04 .31 .04 .14 .04 .05 .24 .05 .58 .05 .83 .14 .96 .3 .96S.55 .84 .55 .67 .45 .4 .3 .4 .06 .5 .05 .64',
  '7': 'M.05 .04H.55C.4 .3 .28 .58 .24 .96',
  '8': 'M.3 .47C.18 .47 .09 .38 .09 .26S.18 .04 .3 .04 .51 .13 .51 .26 .42 .47 .3 .47C.15 .47 .05 .57 .05 .71S.15 .96 .3 .96 .55 .85 .55 .71 .45 .47 .3 .47Z',
  '9': 'M.55 .36C.54 .5 .45 .6 .3 .6S.05 .5 .05 .33 .15 .04 .3 .04 .55 .17 .55 .42C.55 .76 .46 .96 .29 .96 .23 .96 .18 .94 .13 .9',
  '-': 'M.08 .52H.52',
  '?': 'M.08 .24C.09 .11 .18 .04 .3 .04S.53 .12 .53 .26C.53 .43 .31 .45 .31 .68M.31 .92V.96',
}

const ADVANCE = 0.82
const POINT_ADVANCE = 0.36

function advance(character: string): number {
  return character === '.' ? POINT_ADVANCE : ADVANCE
}

/** Width of `text` at a height of `size` pixels. */
export function strokeWidth(text: string, size: number): number {
  let width = 0
  for (const character of text) width += advance(character) * size
  return Math.max(0, width - (ADVANCE - 0.6) * size)
}

/**
 * SVG path of `text` with its top left at (x, y), `size` pixels high. Draws digits, `.`, `-` and `?`; other
 * characters are spaces.
 */
export function strokePath(text: string, x: number, y: number, size: number): string {
  let left = x
  let path = ''
  for (const character of text) {
    const shape = character === '.' ? 'M.07 .95V.97' : FIGURES[character]
    if (shape !== undefined) path += place(shape, left, y, size)
    left += advance(character) * size
  }
  return path
}

/** Translates and scales path data of absolute M, L, H, V, C, S and Z only. */
function place(shape: string, x: number, y: number, size: number): string {
  let path = ''
  for (const [, command = '', numbers = ''] of shape.matchAll(/([MLHVCSZ])([^MLHVCSZ]*)/g)) {
    path += command
    const values = numbers.trim() === '' ? [] : numbers.trim().split(/\s+/).map(Number)
    path += values
      .map((value, index) => {
        const vertical = command === 'V' || (command !== 'H' && index % 2 === 1)
        return (value * size + (vertical ? y : x)).toFixed(1)
      })
      .join(' ')
  }
  return path
}
