import { between, type Random, randomFrom } from '../../../faces/random.ts'
import { nothingKnown } from '../../../reader/core/settings.ts'
import type { Picture, ReaderSettings } from '../../../reader/core/types.ts'
import { type Colour, createRaster } from './raster.ts'

const LOOKS = ['liquid', 'clear', 'thread', 'flaps', 'float', 'pointer'] as const

/** A drawn gauge glass or straight scale. */
interface DrawnColumn {
  look: (typeof LOOKS)[number]
  picture: Picture
  settings: ReaderSettings
  /** 0..1 from the start of the range; outside it when the area shows nothing. */
  share: number
}

const LENGTH = 360
const AROUND = 60

type Box = readonly [along1: number, across1: number, along2: number, across2: number]

const vary = (random: Random, colour: Colour, by: number): Colour => {
  const shift = between(random, -by, by)
  const [red, green, blue] = colour
  return [
    red + shift + between(random, -by, by) / 2,
    green + shift + between(random, -by, by) / 2,
    blue + shift + between(random, -by, by) / 2,
  ]
}

const one = <T>(random: Random, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0]

const LIQUIDS: readonly [Colour, ...Colour[]] = [
  [60, 130, 180],
  [180, 50, 40],
  [70, 130, 60],
  [190, 150, 60],
  [50, 48, 44],
  [130, 90, 40],
  [150, 175, 190],
]
const POINTERS: readonly [Colour, ...Colour[]] = [
  [200, 40, 35],
  [25, 25, 28],
  [230, 110, 20],
  [30, 60, 160],
]

/**
 * Draws a gauge glass or straight scale, vertical or horizontal, with ticks, numerals, reflections, uneven
 * light, blur, noise and an imprecise area, by seed.
 */
export function drawColumn(seed: number, off = 1): DrawnColumn {
  const random = randomFrom(seed)
  const look = one(random, LOOKS)
  const standing = random() < 0.65
  const bore = between(random, 24, 70)
  const wide = look === 'thread' ? bore * between(random, 1.6, 2.6) : bore
  const across = Math.round(wide + 160)
  const middle = across / 2
  const total = LENGTH + 2 * AROUND
  const dark = random() < 0.15
  const plate = vary(random, dark ? [50, 52, 55] : [205, 208, 206], 25)
  const ink: Colour = dark ? [225, 225, 220] : [30, 30, 34]
  const glass = vary(random, dark ? [80, 84, 88] : [222, 228, 228], 20)
  const raster = createRaster(standing ? across : total, standing ? total : across, plate)
  /** `along` counts from the start of the range, at the bottom or left. */
  const box = ([along1, across1, along2, across2]: Box, colour: Colour) =>
    standing
      ? raster.rectangle(across1, AROUND + LENGTH - along2, across2, AROUND + LENGTH - along1, colour)
      : raster.rectangle(AROUND + along1, across1, AROUND + along2, across2, colour)
  const half = bore / 2
  const tube: Box = [-30, middle - half, LENGTH + 30, middle + half]
  box([-30, middle - half - 2, LENGTH + 30, middle + half + 2], ink)
  box(tube, glass)
  for (const end of [-48, LENGTH + 30])
    box([end, middle - bore * 0.8, end + 18, middle + bore * 0.8], [110, 112, 115])

  const fate = random()
  const share =
    fate < 0.06
      ? between(random, -0.07, -0.025)
      : fate < 0.12
        ? between(random, 1.025, 1.07)
        : between(random, 0.02, 0.98)
  const at = share * LENGTH
  const liquid = vary(random, one(random, LIQUIDS), 20)
  const paint = vary(random, one(random, POINTERS), 12)
  if (look === 'liquid' || look === 'flaps' || look === 'thread') {
    const inner = look === 'thread' ? between(random, 0.3, 0.5) * half : half
    box([-30, middle - inner, at, middle + inner], liquid)
    if (look === 'liquid' && random() < 0.6)
      box([at - 4, middle - half, at, middle + half], vary(random, liquid, 40))
    if (look === 'flaps')
      for (let flap = -30; flap < LENGTH + 30; flap += 11)
        box([flap, middle - half, flap + 1.5, middle + half], ink)
  } else if (look === 'clear') {
    box([-30, middle - half, at, middle + half], [glass[0] - 9, glass[1] - 6, glass[2] - 5])
    box([at - 5, middle - half, at, middle + half], [glass[0] - 90, glass[1] - 85, glass[2] - 80])
  } else if (look === 'float') {
    const size = between(random, 8, 24)
    box([at - size, middle - half + 3, at + size, middle + half - 3], paint)
  } else {
    const size = between(random, 2, 6)
    box([at - size, middle - half * between(random, 0.4, 1), at + size, middle + half], paint)
  }

  const ticks = 10 * (1 + Math.floor(random() * 4))
  const inside = random() < 0.4
  const numerals = random() < 0.5
  for (let tick = 0; tick <= ticks; tick++) {
    const tickAt = (tick / ticks) * LENGTH
    const long = tick % 5 === 0
    const from = inside ? middle - half : middle + half + 6
    box(
      [tickAt - (long ? 1.4 : 0.8), from, tickAt + (long ? 1.4 : 0.8), from + (long ? 0.45 : 0.28) * bore],
      ink,
    )
    if (!numerals || !long) continue
    const left = inside ? middle + between(random, 0, 0.1) * bore : middle + half + 30
    box([tickAt - 8, left, tickAt - 5, left + 8], ink)
    box([tickAt - 8, left, tickAt + 8, left + 3], ink)
    box([tickAt + 5, left, tickAt + 8, left + 8], ink)
  }
  if (random() < 0.6) {
    const stripe = middle + between(random, -0.35, 0.35) * bore
    veil(
      raster.picture,
      standing,
      [0, stripe - 0.05 * bore, total, stripe + 0.05 * bore],
      between(random, 20, 110),
    )
  }
  if (random() < 0.3) {
    const lamp = AROUND + between(random, 0, LENGTH)
    veil(
      raster.picture,
      standing,
      [lamp - 20, middle - 0.3 * bore, lamp + 20, middle + 0.3 * bore],
      between(random, 20, 130),
    )
  }
  const picture = shot(raster.picture, random)
  const slack = wide * between(random, 0.5, look === 'thread' ? 0.6 : 0.55)
  const aside = between(random, -0.12, 0.12) * wide * off
  const low = middle - slack + aside
  const high = middle + slack + aside
  const area = standing
    ? `${low / across}:${AROUND / total},${high / across}:${(AROUND + LENGTH) / total}`
    : `${AROUND / total}:${low / across},${(AROUND + LENGTH) / total}:${high / across}`
  const type = look === 'float' || look === 'pointer' ? 6 : 5
  return {
    look,
    picture,
    share,
    settings: { ...nothingKnown(type), area, range: { start: 0, end: 1 } },
  }
}

/** A soft-edged patch of light. */
function veil(
  { width, height, data }: Picture,
  standing: boolean,
  [a1, b1, a2, b2]: Box,
  light: number,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [a, b] = standing ? [y, x] : [x, y]
      const depth = Math.min(a - a1, a2 - a, b - b1, b2 - b)
      if (depth <= 0) continue
      const lift = light * Math.min(1, depth / 4)
      for (let at = (y * width + x) * 4, end = at + 3; at < end; at++) data[at] = (data[at] ?? 0) + lift
    }
  }
}

/** Takes the picture: slightly rotated, unevenly lit, blurred, noisy. */
function shot(scene: Picture, random: Random): Picture {
  const { width, height } = scene
  const lean = between(random, -0.02, 0.02)
  const light = between(random, 0.45, 1.1)
  const slope = between(random, -0.25, 0.25)
  const noise = between(random, 1, 7)
  const reach = Math.round(between(random, 0, 2))
  const data = new Uint8ClampedArray(scene.data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fall = light * (1 + slope * (x / width - 0.5) + slope * (y / height - 0.5))
      const sums = [0, 0, 0]
      for (let step = -reach; step <= reach; step++) {
        for (const [dx, dy] of [
          [step, 0],
          [0, step],
        ] as const) {
          const fromX = Math.min(width - 1, Math.max(0, Math.round(x + dx + lean * (y - height / 2))))
          const fromY = Math.min(height - 1, Math.max(0, Math.round(y + dy - lean * (x - width / 2))))
          const from = (fromY * width + fromX) * 4
          for (const channel of [0, 1, 2])
            sums[channel] = (sums[channel] ?? 0) + (scene.data[from + channel] ?? 0)
        }
      }
      const grain = (random() + random() + random() - 1.5) * 2 * noise
      const to = (y * width + x) * 4
      sums.forEach((sum, channel) => {
        data[to + channel] = (sum / (4 * reach + 2)) * fall + grain
      })
      data[to + 3] = 255
    }
  }
  return { width, height, data }
}
