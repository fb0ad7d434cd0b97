import type { Box, CounterStyle } from '../types.ts'
import { type Canvas, margin, type Sprite, sprite } from './canvas.ts'
import { lettering } from './lettering.ts'
import { box } from './parts.ts'

/** A drum's printed ring, unrolled: 9 0 1 … 9 0 from top to bottom, so that every position has neighbours. */
interface Ring {
  part: Sprite
  /** Pixels from digit to digit. */
  pitch: number
}

const looks = {
  black: { ground: '#1c1d1f', ink: '#eeeadf' },
  white: { ground: '#f0eee6', ink: '#1b1c1e' },
  red: { ground: '#a4211b', ink: '#f3efe6' },
  whiteRed: { ground: '#f0eee6', ink: '#b3231c' },
}

async function ring(window: Box, look: { ground: string; ink: string }): Promise<Ring> {
  const pitch = window.height * 0.92
  const figures = [9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
  const size = window.height * 0.86
  const body = figures.map((figure, i) =>
    lettering(String(figure), { x: window.width / 2, y: (i + 0.5) * pitch, size, fill: look.ink }),
  )
  const height = figures.length * pitch
  const ground = box({ x: 0, y: 0, width: window.width, height }, `fill="${look.ground}"`)
  return { part: await sprite(ground + body.join(''), window.width, height), pitch }
}

/**
 * Position of each drum, left to right, 0 up to 10: a drum moves only while its right neighbour goes from 9
 * to 0. `late`: the last drum too, with the dial beside it.
 */
export function drumPositions(value: number, digits: number, decimals: number, late = false): number[] {
  const total = Number((value * 10 ** decimals).toFixed(3))
  const positions: number[] = []
  const turned = total - Math.floor(total)
  let moving = late ? Math.max(0, 10 * turned - 9) : turned
  for (let i = 0; i < digits; i++) {
    const position = (Math.floor(total / 10 ** i) % 10) + moving
    positions.unshift(position)
    moving = Math.max(0, position - 9)
  }
  return positions
}

function rollInto(canvas: Canvas, drum: Ring, window: Box, position: number): void {
  const { part } = drum
  // The window shows the drum up to the edges of the neighbouring digits.
  const radius = drum.pitch / ((36 * Math.PI) / 180)
  const middle = window.y + window.height / 2
  for (let y = 0; y < window.height; y++) {
    const row = window.y + y
    const offset = row + 0.5 - middle
    const turn = Math.asin(offset / radius)
    const down = (1.5 + position) * drum.pitch + turn * radius
    const v = down * part.density - 0.5
    const v0 = Math.floor(v)
    const fv = v - v0
    const edge = Math.abs(offset) / (window.height / 2)
    const shade = (offset < 0 ? 1 - 0.62 * edge ** 3 : 1 - 0.42 * edge ** 3) * (1.02 - 0.06 * edge)
    let target = ((row + margin) * canvas.width + window.x + margin) * 3
    for (let x = 0; x < window.width; x++, target += 3) {
      const side = Math.min(x + 1, window.width - x) < 3 ? 0.75 : 1
      const a = (v0 * part.width + x * part.density) * 4
      const b = a + part.width * 4
      for (let c = 0; c < 3; c++) {
        const upper = ((part.pixels[a + c] ?? 0) + (part.pixels[a + 4 + c] ?? 0)) / 2
        const lower = ((part.pixels[b + c] ?? 0) + (part.pixels[b + 4 + c] ?? 0)) / 2
        canvas.pixels[target + c] = (upper * (1 - fv) + lower * fv) * shade * side
      }
    }
  }
}

/** Returns a function that rolls the drums to a value. */
export async function drums(style: CounterStyle, decimals: number) {
  const first = style.boxes[0]
  if (!first) throw new Error('a counter needs drums')
  const whole = await ring(first, looks[style.drum])
  const fraction = await ring(first, style.decimalDrum === 'red' ? looks.red : looks.whiteRed)
  const count = style.boxes.length
  return (canvas: Canvas, value: number) => {
    const positions = drumPositions(value, count, decimals, style.late)
    style.boxes.forEach((window, i) => {
      rollInto(canvas, i < count - decimals ? whole : fraction, window, positions[i] ?? 0)
    })
  }
}
