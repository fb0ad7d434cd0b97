// Covers docs/requirements.md: 4, 549, 661

import { describe, expect, test } from 'vitest'
import { wholeCut } from './digit-views.ts'
import { hypothesesOf, readDigits } from './digits.ts'
import type { Network } from './network.ts'

function probabilities(given: Record<number, number>): Float32Array {
  return Float32Array.from({ length: 13 }, (_, index) => given[index] ?? 0)
}

describe('explaining a drum', () => {
  test.each([
    { title: 'one class', given: { 4: 1 }, position: 4, weight: 1 },
    { title: 'two neighbours', given: { 6: 0.3, 7: 0.7 }, position: 6.7, weight: 1 },
    { title: 'nine and nought', given: { 9: 0.4, 0: 0.6 }, position: 9.6, weight: 1 },
    { title: 'classes that are no neighbours', given: { 1: 0.5, 7: 0.4 }, position: 1, weight: 0.5 },
  ])('by $title gives $position', ({ given, position, weight }) => {
    const [first] = hypothesesOf(probabilities(given), 'drum')
    expect(first.shown).toBe('digit')
    expect(first.position).toBeCloseTo(position, 5)
    expect(first.weight).toBeCloseTo(weight, 5)
  })

  test('names the second best as well', () => {
    const [, second] = hypothesesOf(probabilities({ 1: 0.5, 7: 0.3, 8: 0.1 }), 'drum')
    expect(second?.position).toBeCloseTo(7.25, 5)
    expect(second?.weight).toBeCloseTo(0.4, 5)
  })

  test.each([
    { shown: 'blank', given: { 10: 0.8, 3: 0.2 } },
    { shown: 'nothing', given: { 12: 0.6, 3: 0.4 } },
  ])('that is $shown gives no position', ({ shown, given }) => {
    expect(hypothesesOf(probabilities(given), 'drum')[0]).toMatchObject({ shown, position: null })
  })
})

describe('explaining a display', () => {
  test('between two digits is sure of neither', () => {
    const [first, second] = hypothesesOf(probabilities({ 8: 0.55, 9: 0.45 }), 'display')
    expect(first.position).toBe(8)
    expect(first.weight).toBeCloseTo(0.55, 5)
    expect(second?.position).toBe(9)
  })

  test('knows a minus sign', () => {
    expect(hypothesesOf(probabilities({ 11: 0.9 }), 'display')[0]).toMatchObject({
      shown: 'minus',
      position: null,
    })
  })
})

describe('a row', () => {
  const cut = wholeCut({
    width: 20,
    height: 32,
    channels: 1,
    data: new Float32Array(640).map((_, at) => at % 97),
  })

  /** A network that returns these answers in turn and counts its calls. */
  function answering(answers: readonly Float32Array[]) {
    let asked = 0
    const network: Network = {
      channels: 1,
      width: 20,
      height: 32,
      run: () => answers[asked++] ?? probabilities({ 5: 0.9 }),
    }
    return { network, asked: () => asked }
  }

  test('of sure digits is looked at once', () => {
    const { network, asked } = answering(Array(8).fill(probabilities({ 5: 1 })))
    readDigits(network, Array(8).fill(cut), 'drum')
    expect(asked()).toBe(8)
  })

  test.each([
    { kind: 'drum', looks: 16 },
    // Whole, wider, closer, and its strongest strokes.
    { kind: 'display', looks: 32 },
  ] as const)(
    'of eight doubtful digits ($kind) costs $looks looks, however doubtful they are',
    ({ kind, looks }) => {
      const { network, asked } = answering([])
      const digits = readDigits(network, Array(8).fill(cut), kind)
      expect(asked()).toBe(looks)
      expect(digits.map(({ hypotheses }) => hypotheses[0].position)).toEqual(Array(8).fill(5))
    },
  )

  test.each([
    { kind: 'drum', looks: 40 },
    { kind: 'display', looks: 48 },
  ] as const)('with boost has every digit ($kind) looked at in every view', ({ kind, looks }) => {
    const { network, asked } = answering(Array(48).fill(probabilities({ 5: 1 })))
    readDigits(network, Array(8).fill(cut), kind, true)
    expect(asked()).toBe(looks)
  })

  test.each([
    { title: 'wider', wide: { 7: 0.9 }, close: { 1: 0.6 }, position: 7 },
    { title: 'closer', wide: { 7: 0.6 }, close: { 1: 0.9 }, position: 1 },
  ])('of a display is read by the $title views where these are clearer', ({ wide, close, position }) => {
    const doubtful = { 1: 0.4, 7: 0.4 }
    const views = [doubtful, wide, close, doubtful, doubtful, doubtful]
    const { network } = answering(views.map(probabilities))
    const [digit] = readDigits(network, [cut], 'display')
    expect(digit?.hypotheses[0].position).toBe(position)
  })

  test.each([
    { kind: 'display', alike: true },
    { kind: 'drum', alike: false },
  ] as const)('of a $kind is as sharp as its clearest digit: $alike', ({ kind, alike }) => {
    const { network } = answering([])
    const faint = wholeCut({ ...cut.grey, data: cut.grey.data.map((_, at) => (at % 20) * 4) })
    const [clear, soft] = readDigits(network, [cut, faint], kind)
    expect((soft?.quality.sharpness ?? 0) >= (clear?.quality.sharpness ?? 0)).toBe(alike)
  })

  test('of a display with a sure blank that is not even is looked at further', () => {
    const views = [{ 10: 1 }, ...Array(5).fill({ 1: 0.9 })]
    const { network } = answering(views.map(probabilities))
    expect(readDigits(network, [cut], 'display')[0]?.hypotheses[0].position).toBe(1)
  })

  test('of a display is read by the views that show a digit, if the first one shows none', () => {
    const views = [{ 12: 0.9 }, { 2: 0.9 }, { 12: 0.9 }, { 2: 0.9 }, { 12: 0.9 }]
    const { network } = answering(views.map(probabilities))
    const [digit] = readDigits(network, [cut], 'display')
    expect(digit?.hypotheses[0]).toMatchObject({ shown: 'digit', position: 2 })
  })

  test('of a display with a digit whose strongest strokes show another one is not sure of it', () => {
    const { network } = answering([probabilities({ 8: 1 }), probabilities({ 5: 0.9 })])
    const [digit] = readDigits(network, [cut], 'display')
    expect(digit).toMatchObject({ uneven: 'dark', hypotheses: [{ position: 8 }] })
    expect(digit?.confidence).toBeLessThan(0.9)
  })

  test.each([
    { views: { 9: 0.7 }, why: 'show the same', position: 9, weight: 0.98 },
    { views: { 4: 1 }, why: 'show another', position: 4, weight: 0.765 },
  ])('with boost has a sure digit stay unless the views $why', ({ views, position, weight }) => {
    const { network } = answering([probabilities({ 9: 0.98 }), ...Array(4).fill(probabilities(views))])
    const [digit] = readDigits(network, [cut], 'display', true)
    expect(digit?.hypotheses[0].position).toBe(position)
    expect(digit?.hypotheses[0].weight).toBeCloseTo(weight, 2)
  })

  test('with one doubtful digit has that one looked at in every view, and settled by them', () => {
    const sure = probabilities({ 5: 1 })
    const { network, asked } = answering([
      sure,
      probabilities({ 3: 0.5, 8: 0.4 }),
      sure,
      ...Array(4).fill(probabilities({ 8: 0.95 })),
    ])
    const digits = readDigits(network, [cut, cut, cut], 'drum')
    expect(asked()).toBe(7)
    expect(digits.map(({ hypotheses }) => hypotheses[0].position)).toEqual([5, 8, 5])
  })

  test.each([
    { kind: 'drum', title: 'a 5 that may be a 3 with a flat top', given: { 5: 0.98, 3: 0.012 }, sure: false },
    { kind: 'drum', title: 'a 5 that is as likely a 2', given: { 5: 0.98, 2: 0.012 }, sure: true },
    { kind: 'drum', title: 'a 3 that may be a 5', given: { 3: 0.98, 5: 0.012 }, sure: true },
    { kind: 'drum', title: 'a drum between 2 and 3', given: { 2: 0.45, 3: 0.44 }, sure: false },
    { kind: 'drum', title: 'a drum at rest', given: { 2: 0.8, 3: 0.09 }, sure: true },
    { kind: 'display', title: 'a 5 of a display', given: { 5: 0.98, 3: 0.012 }, sure: true },
  ] as const)('with $title ($kind) is sure of it: $sure', ({ kind, given, sure }) => {
    const { network } = answering(Array(5).fill(probabilities(given)))
    const [digit] = readDigits(network, [cut], kind)
    expect((digit?.confidence ?? 0) >= 0.9).toBe(sure)
  })
})
