import { describe, expect, test } from 'vitest'
import { readState } from './abnormal.ts'
import { type EvidenceFields, isEvidence, priorOf } from './prior.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 20)

const read: EvidenceFields = {
  value: 5,
  value_source: 'reader',
  read_state: readState.processed,
  confidence: 0.95,
  reasons: [],
  advice: null,
}

describe('a reading is evidence for the next', () => {
  test.each<[string, EvidenceFields]>([
    ['when the reader was sure of it', read],
    [
      'when a person took it, however unsure the reader was',
      { ...read, value_source: 'accepted', confidence: 0.6 },
    ],
    ['when a person wrote it', { ...read, value_source: 'corrected', confidence: 0.2 }],
    [
      'when a person entered it without a picture',
      { ...read, value_source: 'entered', read_state: null, confidence: null },
    ],
    [
      'when the picture was clear, whatever speaks against it',
      { ...read, advice: { seen: 5, because: ['runs up'] } },
    ],
    [
      'when the device read it by itself',
      { ...read, value_source: 'device', confidence: null, reasons: ['blur'] },
    ],
    ['when an input unit measured it', { ...read, read_state: null, confidence: null }],
  ])('%s', (_, reading) => expect(isEvidence(reading)).toBe(true))
})

describe('a reading is no evidence', () => {
  test.each<[string, EvidenceFields]>([
    ['without a value', { ...read, value: null }],
    ['that nobody looked at and the reader doubted', { ...read, confidence: 0.89 }],
    ['that earlier readings moved', { ...read, advice: { seen: 6, because: ['runs up'] } }],
    [
      'of a device that its picture contradicts',
      { ...read, value_source: 'device', reasons: ['device differs'] },
    ],
    [
      'of a device where the picture could not be read',
      { ...read, value_source: 'device', reasons: ['unknown', 'device instead'] },
    ],
    ['that a person emptied', { ...read, value: null, value_source: 'corrected' }],
  ])('%s', (_, reading) => expect(isEvidence(reading)).toBe(false))
})

describe('what is known before a photograph', () => {
  const steps = (count: number, length: number, rise = 2) =>
    Array.from({ length: count }, (_, index) => ({
      value: 100 + index * rise,
      at: now - (count - index) * length,
    }))

  test('is nothing when nothing was accepted before it', () => {
    expect(priorOf([], true, now)).toBeNull()
    expect(priorOf([{ value: 1, at: now }], true, now)).toBeNull()
  })

  test('leaves out what was measured later than the photograph, and goes by time', () => {
    const accepted = [
      { value: 3, at: now - 1 },
      { value: 9, at: now + 1 },
      { value: 1, at: now - 2 },
    ]
    expect(priorOf(accepted, true, now)?.readings.map(({ value }) => value)).toEqual([1, 3])
  })

  test('rises for a counter only', () => {
    expect(priorOf(steps(1, hour), true, now)?.rising).toBe(true)
    expect(priorOf(steps(1, hour), false, now)?.rising).toBe(false)
  })

  test('names a greatest rate with room above what was seen in steps as short as this one', () => {
    expect(priorOf(steps(6, hour), true, now)?.hourlyRate).toBeCloseTo(6)
    expect(priorOf(steps(8, 24 * hour, 48), true, now)?.hourlyRate).toBeCloseTo(6)
  })

  test.each([
    ['too few steps', steps(5, hour)],
    [
      'steps that are longer than the time since the last',
      steps(8, 24 * hour).map((one) => ({ ...one, at: one.at + 23 * hour })),
    ],
    ['a meter that never moved', steps(8, hour, 0)],
  ])('names none from %s', (_, accepted) => {
    expect(priorOf(accepted, true, now)?.hourlyRate).toBeNull()
  })
})
