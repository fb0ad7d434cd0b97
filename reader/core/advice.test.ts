// Covers docs/requirements.md: 468, 588

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { advise } from './advice.ts'
import type { DigitHypothesis } from './digits.ts'
import { resolveDrums } from './drums.ts'
import { type Candidate, conclude, MIN_CONFIDENCE, type PictureResult } from './result.ts'
import { nothingKnown } from './settings.ts'
import type { Prior, ReaderSettings } from './types.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 10, 20)

const counter: ReaderSettings = { ...nothingKnown(3), decimalPoint: 0 }

const known = (values: readonly number[], rest: Partial<Prior> = {}): Prior => ({
  readings: values.map((value, index) => ({ value, at: now - (values.length - index) * DAY })),
  at: now,
  rising: true,
  hourlyRate: null,
  ...rest,
})

/** '1' is a clear digit, '4=.5,5=.5' a doubtful one. */
function row(...digits: string[]): Candidate[][] {
  return digits.map((candidate) =>
    candidate.split(',').map((entry) => {
      const [text = '', weight = '0.99'] = entry.split('=')
      return { text, weight: Number(weight) }
    }),
  )
}

function seen(candidates: Candidate[][], decimals = 0): PictureResult {
  const ocr = candidates.map((candidate) => candidate[0]?.text ?? '?').join('')
  const confidence = Math.min(...candidates.map((candidate) => candidate[0]?.weight ?? 0))
  const boxes = [...ocr].map((text, index) => ({
    rectangle: { x1: index / 8, y1: 0, x2: (index + 1) / 8, y2: 1 },
    text,
  }))
  return conclude({
    value: Number(ocr) / 10 ** decimals,
    decimals,
    ocr,
    confidence,
    candidates,
    frame: { boxes },
  })
}

const plainly = ({ candidates: _, guess: _guess, ...result }: PictureResult) => result

describe('the second choice', () => {
  test.each([
    ['what was too unsure to be a value', seen(row('1', '4=.5,5=.48', '5', '0')), 1450],
    ['the value with its most doubtful figure replaced', seen(row('1', '4=.7,5=.2', '5=.8,6=.1', '0')), 1550],
    ['nothing, where no figure has another', seen(row('1', '4', '5', '0')), null],
  ])('is %s', (_, picture, expected) => {
    expect(advise(picture, counter).secondChoice).toBe(expected)
  })

  test('is the picture’s where earlier readings changed its value', () => {
    const changed = advise(seen(row('1', '4=.45,5=.44', '5', '0')), counter, known([1548, 1549]))
    expect(changed).toMatchObject({ value: 1550, secondChoice: 1450 })
  })
})

describe('a doubtful figure', () => {
  const between = seen(row('1', '4=.5,5=.48', '5', '0'))

  test('is settled by the pace so far', () => {
    expect(advise(between, counter, known([1448, 1449]))).toMatchObject({
      value: 1450,
      advice: { seen: null, because: ['like the last'] },
      ocr: '1450',
      frame: { text: '1450' },
    })
  })

  test('is settled by the direction, and drawn as it was settled', () => {
    expect(advise(between, counter, known([1480]))).toMatchObject({
      value: 1550,
      advice: { seen: null, because: ['runs up'] },
      ocr: '1450',
      frame: { text: '1550', boxes: [...'1550'].map((text) => ({ text })) },
    })
  })

  test('is settled by the greatest rate', () => {
    expect(advise(between, counter, known([1440], { hourlyRate: 1 }))).toMatchObject({
      value: 1450,
      advice: { seen: null, because: ['too fast'] },
    })
  })

  test('is settled by the range without any earlier reading', () => {
    expect(advise(between, { ...counter, range: { start: 0, end: 1500 } })).toMatchObject({
      value: 1450,
      advice: { seen: null, because: ['outside range'] },
    })
  })

  test('stays in doubt where both are possible', () => {
    for (const prior of [null, known([]), known([1400]), known([1300, 1400])]) {
      expect(advise(between, counter, prior)).toMatchObject(plainly(between))
    }
  })

  test('is not settled by readings of a later time', () => {
    expect(advise(between, counter, { ...known([1480]), at: 0 })).toMatchObject(plainly(between))
  })

  test('beside a clear one leaves that alone, whatever else it might be', () => {
    const clear = seen(row('1', '5=.93,4=.06', '5=.5,6=.49', '0'))
    expect(advise(clear, counter, known([1448, 1449], { hourlyRate: 1 })).value).toBeNull()
  })

  test('that was given is moved to what is possible, and what was seen is named', () => {
    const given = seen(row('1', '5=.8,4=.19', '5', '0'))
    expect(given.value).toBe(1550)
    const advised = advise(given, counter, known([1448, 1449], { hourlyRate: 2 }))
    expect(advised).toMatchObject({ value: 1450, ocr: '1550', advice: { seen: 1550, because: ['too fast'] } })
    expect(advised.confidence).toBeLessThan(0.9)
  })

  test('of two decimals keeps the decimals exactly', () => {
    const doubtful = seen(row('1', '2', '3=.5,8=.5', '4'), 2)
    const settings = { ...counter, decimalPoint: 2 }
    expect(advise(doubtful, settings, known([12.33], { hourlyRate: 0.01 }))).toMatchObject({
      value: 12.34,
      frame: { text: '12.34' },
    })
  })

  test('settled to a place the picture hardly supports stays as it is', () => {
    const faint = seen(row('1', '5=.85,4=.02', '5', '0'))
    expect(advise(faint, counter, known([1448], { hourlyRate: 1 }))).toMatchObject({
      value: 1550,
      ocr: '1550',
    })
  })

  test('is settled no surer than the meter was found', () => {
    const placed = { ...between, registration: 0.7 }
    expect(advise(placed, counter, known([1448, 1449])).confidence).toBe(0.7)
  })

  test('among many others is not settled: the picture is too poor', () => {
    const doubtful = (count: number) => seen(row(...Array.from({ length: count }, () => '4=.5,9=.5')))
    expect(advise(doubtful(4), counter, known([4444], { hourlyRate: 0.01 })).value).toBe(4444)
    expect(advise(doubtful(5), counter, known([44_444], { hourlyRate: 0.01 })).value).toBeNull()
  })
})

test('a drum that stands between digits without reason is settled by the last reading', () => {
  const at = (position: number): DigitHypothesis[] => [{ shown: 'digit', position, weight: 0.97 }]
  const { drums } = resolveDrums([at(2), at(4.55), at(2)])
  const between = seen(
    drums.map((digits) => digits.map(({ digit, weight }) => ({ text: String(digit), weight }))),
  )
  expect(between.value).toBe(252)
  expect(advise(between, counter, known([240, 241], { hourlyRate: 0.1 }))).toMatchObject({
    value: 242,
    advice: { seen: 252, because: ['too fast'] },
  })
  expect(advise(between, counter, known([250, 251], { hourlyRate: 0.1 })).value).toBe(252)
})

describe('a clear picture', () => {
  test('of a replaced meter is not corrected; what is known against it is named', () => {
    const replaced = seen(row('0', '0', '1', '2'))
    expect(advise(replaced, counter, known([8123, 8130], { hourlyRate: 1 }))).toMatchObject({
      value: 12,
      ocr: '0012',
      advice: { seen: 12, because: ['runs up'] },
      confidence: 0.7,
    })
  })

  test('of a rollover is no fall', () => {
    const over = seen(row('0', '0', '0', '0', '0'))
    for (const hourlyRate of [null, 1]) {
      expect(advise(over, counter, known([99_998, 99_999], { hourlyRate }))).toMatchObject(plainly(over))
    }
  })

  test('of a display that counts up and shows less than before is never sure', () => {
    const display: ReaderSettings = { ...nothingKnown(2), decimalPoint: 1 }
    const shown = seen(row('0', '2', '4', '4', '6', '5'), 1)
    for (const last of [2446.6, 2450, 12_446.5, 82_446.5])
      expect(advise(shown, display, known([last]))).toMatchObject({
        value: 2446.5,
        advice: { seen: 2446.5, because: ['runs up'] },
        confidence: 0.7,
      })
    expect(advise(shown, display, known([2446.5]))).toMatchObject(plainly(shown))
    expect(advise(shown, display, known([2450], { rising: false }))).toMatchObject(plainly(shown))
  })

  test('of a fall by a leading digit is not taken for a rollover without a known rate', () => {
    const shown = seen(row('0', '2', '4', '4', '6', '5'), 1)
    const settings = { ...counter, decimalPoint: 1 }
    expect(advise(shown, settings, known([82_446.5])).advice?.because).toEqual(['runs up'])
    expect(advise(shown, settings, known([98_446.5])).advice).toBeNull()
  })

  test('one below the last reading is the noise of a last drum', () => {
    const below = seen(row('1', '2', '3', '4'), 1)
    const settings = { ...counter, decimalPoint: 1 }
    expect(advise(below, settings, known([123.4, 123.5], { hourlyRate: 2 }))).toMatchObject(plainly(below))
  })

  test('of a sudden rise stands, named as too fast', () => {
    expect(advise(seen(row('9', '0', '0', '0')), counter, known([1000], { hourlyRate: 2 }))).toMatchObject({
      value: 9000,
      advice: { seen: 9000, because: ['too fast'] },
    })
  })

  test('more than half a turn above the last is a rise all the same, and too fast', () => {
    expect(advise(seen(row('9', '4', '2', '0')), counter, known([3420]))).toMatchObject({
      value: 9420,
      advice: { seen: 9420, because: ['too fast'] },
    })
  })

  test('of a needle outside the range stands, unless by no more than readings differ', () => {
    const gauge: ReaderSettings = { ...counter, type: 0, range: { start: 0, end: 10 } }
    const needle = (value: number) => conclude({ value, decimals: 2, degree: 50, confidence: 0.95 })
    expect(advise(needle(-0.1), gauge)).toMatchObject(plainly(needle(-0.1)))
    expect(advise(needle(10.9), gauge)).toMatchObject({
      value: 10.9,
      degree: 50,
      advice: { seen: 10.9, because: ['outside range'] },
    })
  })

  test('of a needle may fall where the meter does not only run up', () => {
    const needle = conclude({ value: 2, decimals: 2, degree: 50, confidence: 0.95 })
    const gauge: ReaderSettings = { ...counter, type: 0, settings: '225:0,135:10' }
    expect(advise(needle, gauge, known([8], { rising: false })).advice).toBeNull()
    expect(advise(needle, gauge, known([8], { rising: false, hourlyRate: 0.1 })).advice).toEqual({
      seen: 2,
      because: ['too fast'],
    })
  })
})

describe('whatever is known', () => {
  const digit = fc.constantFrom(...'0123456789')
  const candidate = fc.oneof(
    digit.map((text): Candidate[] => [{ text, weight: 0.97 }]),
    fc
      .tuple(
        fc.uniqueArray(digit, { minLength: 2, maxLength: 3 }),
        fc.double({ min: 0.4, max: 0.89, noNaN: true }),
      )
      .map(([texts, first]): Candidate[] =>
        texts.map((text, index) => ({
          text,
          weight: index === 0 ? first : (1 - first) / (texts.length - 0.9),
        })),
      )
      .map((list) => list.sort((a, b) => b.weight - a.weight)),
  )
  const rows = fc.array(candidate, { minLength: 1, maxLength: 7 })
  const anyNumber = fc.oneof(fc.double(), fc.integer({ min: 0, max: 99_999 }))
  const priors: fc.Arbitrary<Prior> = fc.record({
    readings: fc.array(fc.record({ value: anyNumber, at: fc.oneof(anyNumber, fc.integer({ max: 99 })) }), {
      maxLength: 4,
    }),
    at: fc.oneof(fc.constant(100), anyNumber),
    rising: fc.boolean(),
    hourlyRate: fc.option(anyNumber, { nil: null }),
  })
  const ranges = fc.option(fc.record({ start: anyNumber, end: anyNumber }), { nil: null })

  test('a value that the picture gives is never taken away, and what it says is kept', () => {
    fc.assert(
      fc.property(rows, priors, ranges, (candidates, prior, range) => {
        const before = seen(candidates)
        const after = advise(before, { ...counter, range }, prior)
        expect(after.ocr).toBe(before.ocr)
        expect(after.value === null).toBe(before.value === null && after.advice === null)
        if (after.advice === null) expect(after).toMatchObject(plainly(before))
        else expect(after.advice.seen).toBe(before.value)
        expect(after.advice?.because).not.toEqual([])
        if (after.value !== null) expect(after.confidence).toBeGreaterThanOrEqual(MIN_CONFIDENCE)
      }),
      { numRuns: 1000 },
    )
  })

  test('clear figures stay and doubtful ones become one of what the picture supports', () => {
    fc.assert(
      fc.property(rows, priors, ranges, (candidates, prior, range) => {
        const after = advise(seen(candidates), { ...counter, range }, prior)
        if (after.value === null) return
        const written = String(after.value).padStart(candidates.length, '0')
        candidates.forEach((candidate, index) => {
          const allowed = (candidate[0]?.weight ?? 0) >= 0.9 ? candidate.slice(0, 1) : candidate
          expect(allowed.map(({ text }) => text)).toContain(written[index])
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('a settled or contradicted reading is never sure', () => {
    fc.assert(
      fc.property(rows, priors, ranges, (candidates, prior, range) => {
        const after = advise(seen(candidates), { ...counter, range }, prior)
        if (after.advice) expect(after.confidence).toBeLessThan(0.9)
      }),
      { numRuns: 1000 },
    )
  })
})
