// Covers docs/requirements.md: 546

import { describe, expect, test } from 'vitest'
import { needleConfidence, smallDialConfidence } from './needle-confidence.ts'
import { MIN_CONFIDENCE } from './result.ts'

const estimate = { degree: 90, there: 0.45, rival: 0.02, elsewhere: 0, none: 0.5 }
const plain = { degree: 90, there: 0.95, rival: 0.02, elsewhere: 0, none: 0.02 }
const agreeing = { apart: 1, rooted: true }
const against = { apart: 60, rooted: false }

describe('the confidence in a needle', () => {
  test('that the network sees faintly reaches a value where a streak stands at the same place', () => {
    expect(needleConfidence({ estimate, ...agreeing })).toBeGreaterThan(MIN_CONFIDENCE)
    expect(needleConfidence({ estimate, apart: null, rooted: false })).toBeLessThan(MIN_CONFIDENCE)
  })

  test('that only a streak lets through is never sure', () => {
    expect(needleConfidence({ estimate: { ...estimate, there: 0.8, none: 0.15 }, ...agreeing })).toBe(0.85)
  })

  test('is the network’s where that is more', () => {
    expect(needleConfidence({ estimate: plain, ...agreeing })).toBe(0.95)
  })

  test('stays below a value where two directions rival', () => {
    const rivalled = { ...estimate, there: 0.5, rival: 0.4, none: 0.05 }
    expect(needleConfidence({ estimate: rivalled, ...agreeing })).toBeLessThan(MIN_CONFIDENCE)
  })

  test('stays below a value where the network sees hardly any needle', () => {
    const bare = { ...estimate, there: 0.1, none: 0.85 }
    expect(needleConfidence({ estimate: bare, ...agreeing })).toBeLessThan(MIN_CONFIDENCE)
  })

  test('stays below a value where a stronger streak stands elsewhere', () => {
    expect(needleConfidence({ estimate: plain, ...against })).toBeLessThan(MIN_CONFIDENCE)
  })

  test('gives a plain needle with a streak from the hub on beside a stronger printed line, unsurely', () => {
    const confidence = needleConfidence({ estimate: plain, apart: 60, rooted: true })
    expect(confidence).toBeGreaterThan(MIN_CONFIDENCE)
    expect(confidence).toBeLessThan(0.9)
  })
})

describe('the confidence in the needle of a counter’s dial', () => {
  test('is the network’s beside a stronger streak over the figure next to a plain needle', () => {
    expect(smallDialConfidence({ estimate: plain, apart: 14, rooted: true })).toBe(0.95)
  })

  test.each([
    { estimate: plain, apart: 14, rooted: false },
    { estimate: plain, apart: 60, rooted: true },
    { estimate: { ...plain, there: 0.8 }, apart: 14, rooted: true },
    { estimate, ...agreeing },
  ])('is that in any other needle otherwise: %o', (evidence) => {
    expect(smallDialConfidence(evidence)).toBe(needleConfidence(evidence))
  })
})
