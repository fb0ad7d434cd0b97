// Covers docs/requirements.md: 546, 672

import { describe, expect, test } from 'vitest'
import { needleConfidence, smallDialConfidence } from './needle-confidence.ts'
import { MIN_CONFIDENCE } from './result.ts'

const estimate = { degree: 90, there: 0.45, rival: 0.02, elsewhere: 0, none: 0.5 }
const plain = { degree: 90, there: 0.95, rival: 0.02, elsewhere: 0, none: 0.02 }
const agreeing = { apart: 1, rooted: true, lone: false }
const against = { apart: 60, rooted: false, lone: false }

describe('the confidence in a needle', () => {
  test('that the network sees faintly reaches a value where a streak stands at the same place', () => {
    expect(needleConfidence({ estimate, ...agreeing })).toBeGreaterThan(MIN_CONFIDENCE)
    expect(needleConfidence({ estimate, apart: null, rooted: false, lone: false })).toBeLessThan(
      MIN_CONFIDENCE,
    )
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

  describe('that the network hardly sees', () => {
    const faint = { degree: 90, there: 0.04, rival: 0.002, elsewhere: 0, none: 0.95 }
    const lone = { apart: 0.5, rooted: true, lone: true }

    test('reaches a value, but is never sure, where the only streak from the hub on points the same way', () => {
      expect(needleConfidence({ estimate: faint, ...lone })).toBe(0.85)
    })

    test.each([
      ['the streak points a little aside', { estimate: faint, ...lone, apart: 1.5 }],
      ['the streak does not begin at the hub', { estimate: faint, ...lone, rooted: false }],
      ['there is another streak', { estimate: faint, ...lone, lone: false }],
      ['the network sees as much in another direction', { estimate: { ...faint, rival: 0.04 }, ...lone }],
      [
        'the network sees a needle off the scale',
        { estimate: { ...faint, elsewhere: 0.9, none: 0.05 }, ...lone },
      ],
    ])('stays below a value where %s', (_, evidence) => {
      expect(needleConfidence(evidence)).toBeLessThan(MIN_CONFIDENCE)
    })
  })

  test('stays below a value where a stronger streak stands elsewhere', () => {
    expect(needleConfidence({ estimate: plain, ...against })).toBeLessThan(MIN_CONFIDENCE)
  })

  test('gives a plain needle with a streak from the hub on beside a stronger printed line, unsurely', () => {
    const confidence = needleConfidence({ estimate: plain, apart: 60, rooted: true, lone: false })
    expect(confidence).toBeGreaterThan(MIN_CONFIDENCE)
    expect(confidence).toBeLessThan(0.9)
  })
})

describe('the confidence in the needle of a counter’s dial', () => {
  test('is the network’s beside a stronger streak over the figure next to a plain needle', () => {
    expect(smallDialConfidence({ estimate: plain, apart: 14, rooted: true, lone: false })).toBe(0.95)
  })

  test.each([
    { estimate: plain, apart: 14, rooted: false, lone: false },
    { estimate: plain, apart: 60, rooted: true, lone: false },
    { estimate: { ...plain, there: 0.8 }, apart: 14, rooted: true, lone: false },
    { estimate, ...agreeing },
  ])('is that in any other needle otherwise: %o', (evidence) => {
    expect(smallDialConfidence(evidence)).toBe(needleConfidence(evidence))
  })

  test('does not trust a lone streak where the network sees hardly any needle', () => {
    const bare = { ...estimate, there: 0.1, none: 0.85 }
    expect(smallDialConfidence({ estimate: bare, apart: 0.5, rooted: true, lone: true })).toBeLessThan(
      MIN_CONFIDENCE,
    )
  })
})
