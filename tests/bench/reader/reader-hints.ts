import { conditions, type Face, faces, photograph, readerSettingsOf, valueAt } from '../../../faces/index.ts'
import { createHintWatch, FRAME_SIZE, type Hint } from '../../../reader/core/hints.ts'
import { limitSize } from '../../../reader/core/resample.ts'
import type { Picture } from '../../../reader/core/types.ts'
import { type CameraShape, liveFrame } from '../../support/reader/liveFrame.ts'
import { referenceOf } from './reader-faces.ts'
import { percent, share, type Table } from './reader-score.ts'

/** Shapes of live pictures, in pixels. */
const cameras: readonly CameraShape[] = [
  [1080, 1920],
  [1080, 2340],
  [720, 960],
  [1080, 1080],
  [960, 720],
  [1920, 1080],
]
/** Size of the meter, as a ratio of its size in the framing guide. */
const distances = [0.75, 1, 1.3]
/** Other meters held before the camera, for each meter, camera and distance. */
const othersEach = 3
/** So many looks at a view that stands still show what stays on the screen. */
const looks = 12

interface Case {
  camera: string
  distance: number
  isOwn: boolean
  hint: Hint | null
  /** Processor time of the slowest look, in milliseconds. */
  slowest: number
}

async function hintFor(at: Face, frame: Picture): Promise<Pick<Case, 'hint' | 'slowest'>> {
  const watch = createHintWatch(readerSettingsOf(at), limitSize(await referenceOf(at), FRAME_SIZE))
  let hint: Hint | null = null
  let slowest = 0
  for (let look = 0; look < looks; look++) {
    const from = process.cpuUsage()
    hint = watch.look(frame)
    const { user, system } = process.cpuUsage(from)
    slowest = Math.max(slowest, (user + system) / 1000)
  }
  return { hint, slowest }
}

/** Each meter once, by hand, at a value of its own. */
const photographed = (seed: number) => {
  const known = new Map<Face, Promise<Buffer>>()
  return (face: Face): Promise<Buffer> => {
    const before = known.get(face)
    if (before) return before
    const order = faces.indexOf(face)
    const value = valueAt(face, new Date(Date.UTC(2026, 9, 2 + (order % 20), 5)))
    const taken = photograph(face, value, conditions(seed + order, 0.4)).then(({ jpeg }) => jpeg)
    known.set(face, taken)
    return taken
  }
}

async function casesOf(every: number): Promise<Case[]> {
  const cases: Case[] = []
  for (const [step, distance] of distances.entries()) {
    const taken = photographed(100 * step)
    for (const [shape, camera] of cameras.entries()) {
      for (const [order, face] of faces.entries()) {
        if ((order + shape + step) % every !== 0) continue
        const name = camera.join(' × ')
        const own = await hintFor(face, await liveFrame(await taken(face), camera, distance))
        cases.push({ camera: name, distance, isOwn: true, ...own })
        for (let other = 0; other < othersEach; other++) {
          const shift = 1 + ((7 * other + 5 * shape + 3 * step + order) % (faces.length - 1))
          const before = faces[(order + shift) % faces.length] as Face
          const found = await hintFor(face, await liveFrame(await taken(before), camera, distance))
          cases.push({ camera: name, distance, isOwn: false, ...found })
        }
      }
    }
  }
  return cases
}

/** How often the live hint 別のメーターかもしれません is right, by the camera's shape and the distance. */
export async function hints(every: number): Promise<Table[]> {
  const cases = await casesOf(every)
  const row = (name: string, some: readonly Case[]) => {
    const [own, others] = [some.filter(({ isOwn }) => isOwn), some.filter(({ isOwn }) => !isOwn)]
    const isAccused = ({ hint }: Case) => hint === 'other meter'
    return [
      name,
      String(own.length),
      percent(share(own, isAccused)),
      percent(share(own, ({ hint }) => hint !== null && hint !== 'other meter')),
      String(others.length),
      percent(share(others, isAccused)),
    ]
  }
  const rows = [
    ...cameras.map((camera) => {
      const name = camera.join(' × ')
      return row(
        name,
        cases.filter((one) => one.camera === name),
      )
    }),
    ...distances.map((distance) =>
      row(
        `${distance} of the guide`,
        cases.filter((one) => one.distance === distance),
      ),
    ),
    row('all', cases),
  ]
  const slowest = cases.map((one) => one.slowest).toSorted((a, b) => a - b)
  return [
    {
      title: 'Live hint «another meter», rendered meters in the framing guide, %',
      header: ['camera or distance', 'own', 'accused', 'other hint', 'others', 'recognised'],
      rows,
      note: `Processor time of the slowest look: median ${slowest[slowest.length >> 1]?.toFixed(0)} ms, most ${slowest.at(-1)?.toFixed(0)} ms.`,
    },
  ]
}
