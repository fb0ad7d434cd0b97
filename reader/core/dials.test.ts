// Covers docs/requirements.md: 550

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  conditions,
  dialledFaces,
  type Face,
  photograph,
  readerSettingsOf,
  referencePicture,
} from '../../faces/index.ts'
import { decode } from '../node/decode.ts'
import { loadModels } from '../node/models.ts'
import { resolveDials } from './dials.ts'
import { resolveDrums } from './drums.ts'
import { read } from './index.ts'

const models = await loadModels()

/** All figures of drums and dials at these positions, and whether none contradicts its neighbour. */
function figuresOf(drums: readonly number[], dials: readonly number[]) {
  const row = resolveDials(dials.map((position) => ({ position, confidence: 1, reasons: [] })))
  const resolved = resolveDrums(
    drums.map((position) => [{ shown: 'digit', position, weight: 1 }]),
    row.turned,
  )
  const misfit = row.misfit || resolved.drums.some(([first]) => first?.misfit)
  const figures = [
    ...resolved.drums.map(([first]) => first?.digit),
    ...row.candidates.map(([first]) => first?.text),
  ]
  return { figures: figures.join(''), misfit }
}

const wrapped = (position: number) => (position + 10) % 10

/** A counter of `digits` figures at `value` finest divisions. `late`: its last drum moves with its dial's last tenth. */
function positionsOf(value: number, digits: number, dials: number, late: boolean) {
  const all: number[] = []
  for (let place = 0; place < digits; place++) {
    const divisions = value / 10 ** place
    const digit = Math.floor(divisions) % 10
    const below = divisions % 1
    const isDial = place < dials
    const even = isDial || (place === dials && !late)
    const last = all.at(0) ?? 0
    const turned = even ? below : Math.max(0, (place === dials ? below * 10 : last) - 9)
    all.unshift(digit + turned)
  }
  return { drums: all.slice(0, digits - dials), dials: all.slice(digits - dials) }
}

const counter = fc.record({
  dials: fc.integer({ min: 1, max: 4 }),
  drums: fc.integer({ min: 1, max: 6 }),
  late: fc.boolean(),
  // Evenly, which `fc.double` is not.
  share: fc.nat(9_999_999).map((part) => part / 10_000_000),
  // Of the finest division; beside a figure an error of the needle is another figure.
  fraction: fc.double({ min: 0.15, max: 0.85, noNaN: true }),
})
const within = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })
const errors = fc.array(within(-0.2, 0.2), { minLength: 4, maxLength: 4 })

describe('drums and dials', () => {
  test('read any value, though needles and the last drum stand a little off', () => {
    fc.assert(
      fc.property(counter, errors, ({ dials: count, drums, late, share, fraction }, off) => {
        const digits = drums + count
        const whole = Math.floor(share * 10 ** digits)
        const { drums: rolled, dials } = positionsOf(whole + fraction, digits, count, late)
        const seen = dials.map((position, index) =>
          wrapped(position + (index === count - 1 ? (off[index] ?? 0) / 4 : (off[index] ?? 0))),
        )
        const last = wrapped((rolled.at(-1) ?? 0) + (off[0] ?? 0) / 2)
        const { figures, misfit } = figuresOf(rolled.with(-1, last), seen)
        if (!misfit) expect(figures).toBe(String(whole).padStart(digits, '0'))
        // Only a last drum beside its next figure may leave doubt: one that stands a tenth too low has a lead of 0.8
        // less what the dial has turned, and 0.25 is needed.
        const turned = ((whole + fraction) / 10 ** count) % 1
        if (turned < 0.54 || turned > 0.95) expect(misfit).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('leave doubt where a needle stands nearer to its next figure than its finer neighbour puts it', () => {
    fc.assert(
      fc.property(
        counter.filter(({ dials }) => dials > 1),
        fc.nat(2),
        within(0.3, 0.7),
        ({ dials: count, drums, late, share, fraction }, which, off) => {
          const digits = drums + count
          const whole = Math.floor(share * 10 ** digits)
          const { drums: rolled, dials } = positionsOf(whole + fraction, digits, count, late)
          const at = which % (count - 1)
          const seen = dials.with(at, wrapped((dials[at] ?? 0) + off))
          expect(figuresOf(rolled, seen).misfit).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each([
    { title: 'a last drum that turns evenly', drums: [1, 2.6], dials: [6.1], figures: '126' },
    { title: 'a last drum that waits', drums: [1, 2], dials: [6.1], figures: '126' },
    { title: 'a last drum on its way', drums: [1, 2.5], dials: [9.5], figures: '129' },
    { title: 'a last drum just before its figure', drums: [1, 2.95], dials: [0.1], figures: '130' },
    { title: 'a last drum just behind it', drums: [2, 0.05], dials: [9.9], figures: '199' },
    { title: 'drums carried by an even one', drums: [1.7, 9.7], dials: [7], figures: '197' },
    { title: 'a needle just before its figure', drums: [4], dials: [2.97, 0.1], figures: '430' },
    { title: 'a needle just behind it', drums: [4], dials: [3.02, 9.8], figures: '429' },
    { title: 'a finest needle on its figure', drums: [4], dials: [2.7, 6.97], figures: '427' },
    { title: 'a finest needle on nought', drums: [4], dials: [2.99, 9.97], figures: '430' },
  ])('with $title show $figures', ({ drums, dials, figures }) => {
    expect(figuresOf(drums, dials)).toEqual({ figures, misfit: false })
  })

  test.each([
    { title: 'turning evenly or waiting', drums: [1, 2.98], dials: [8.6] },
    { title: 'where no movement of its dial puts it', drums: [1, 2.5], dials: [1] },
  ])('leave doubt about a last drum $title', ({ drums, dials }) => {
    expect(figuresOf(drums, dials).misfit).toBe(true)
  })

  test('have no figure where a dial shows no needle, and no doubt about the others', () => {
    const row = resolveDials([
      { position: 3.6, confidence: 0.95, reasons: [] },
      { position: null, confidence: 0.2, reasons: ['unknown'] },
    ])
    expect(row.candidates).toEqual([[{ text: '3', weight: 0.95 }], []])
    expect(row.misfit).toBe(false)
  })
})

describe('a rendered water meter', () => {
  const [face] = dialledFaces.slice(-1)
  if (!face) throw new Error('there is no water meter with dials')

  async function reading(meter: Face) {
    const { jpeg, truth } = await photograph(meter, 3675.7827, conditions(9, 0.3))
    const reference = await decode(await referencePicture(face as Face))
    return { truth, result: read(await decode(jpeg), readerSettingsOf(meter), models, { reference }) }
  }

  test('with four dials is read as one value, with as many decimals as its dials have', async () => {
    const { truth, result } = await reading(face)
    expect(result).toMatchObject({ value: truth.value, ocr: '36757827', reasons: [] })
    expect(result.frame.text).toBe('3675.7827')
    expect(result.frame.boxes.map(({ text }) => text).join('')).toBe('36757827')
    expect(result.position).toBeCloseTo(7, 0)
    expect(result.confidence).toBeGreaterThanOrEqual(0.9)
  })

  test('one of whose needles contradicts its neighbour is never surely read', async () => {
    const { style } = face
    if (style.kind !== 'counter') throw new Error('not a counter')
    const dials = (style.dials ?? []).map((dial, index) => ({ ...dial, off: index === 1 ? 16 : 0 }))
    const { result } = await reading({ ...face, style: { ...style, dials } })
    expect(result.confidence).toBeLessThan(0.9)
    expect(result.reasons).toEqual(['between digits'])
  })
})
