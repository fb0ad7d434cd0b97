import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DigitHypothesis } from './digits.ts'
import { type DrumRow, resolveDrums } from './drums.ts'

const at = (position: number, weight = 1): DigitHypothesis => ({ shown: 'digit', position, weight })

const rowOf = (positions: readonly number[]): DrumRow =>
  resolveDrums(positions.map((position) => [at(position)]))

const digitsOf = ({ drums }: DrumRow): string => drums.map(([first]) => first?.digit ?? '?').join('')

const misfits = ({ drums }: DrumRow): boolean[] => drums.map(([first]) => first?.misfit ?? false)

describe('a row of drums', () => {
  test.each([
    { title: 'at rest', positions: [1, 2, 3], digits: '123' },
    { title: 'with the last drum between two digits', positions: [1, 2, 3.6], digits: '123' },
    { title: 'with positions that are a little off', positions: [1.15, 1.88, 2.96], digits: '123' },
    { title: 'with one drum carried along', positions: [1, 2.5, 9.5], digits: '129' },
    { title: 'with several drums carried along', positions: [1.4, 9.4, 9.4], digits: '199' },
    { title: 'just before the carry is done', positions: [1.9, 9.9, 9.9], digits: '199' },
    { title: 'just after the carry', positions: [2, 0, 0.1], digits: '200' },
    { title: 'just after the carry, read a little low', positions: [1.95, 9.97, 0.1], digits: '200' },
    { title: 'before rolling over', positions: [9.7, 9.7, 9.7], digits: '999' },
    { title: 'after rolling over', positions: [9.98, 0.02, 0.2], digits: '000' },
    { title: 'whose last drum all but shows the next digit', positions: [3, 6.95], digits: '37' },
    { title: 'whose last drum all but shows nought', positions: [4, 9.96], digits: '40' },
    { title: 'whose last drum has yet to arrive', positions: [3, 6.9], digits: '36' },
  ])('$title reads $digits', ({ positions, digits }) => {
    const row = rowOf(positions)
    expect(digitsOf(row)).toBe(digits)
    expect(misfits(row)).not.toContain(true)
  })

  test('reads its value in every phase of a roll, though each drum stands a little off', () => {
    const off = fc.double({ min: -0.12, max: 0.12, noNaN: true })
    const moment = fc.record({
      whole: fc.nat(9999),
      tenths: fc.integer({ min: 1, max: 9 }),
      off: fc.tuple(off, off, off),
    })
    fc.assert(
      fc.property(moment, ({ whole, tenths, off }) => {
        const last = (whole % 10) + tenths / 10
        const positions = [last]
        let low = last
        for (const [index, shift] of off.entries()) {
          const digit = Math.floor(whole / 10 ** (index + 1)) % 10
          low = digit + Math.max(0, low - 9)
          positions.unshift((low + shift + 10) % 10)
        }
        expect(digitsOf(rowOf(positions))).toBe(String(whole).padStart(4, '0'))
      }),
    )
  })

  test('marks a drum that stands where its right neighbour does not put it', () => {
    expect(misfits(rowOf([1, 2.45, 3]))).toEqual([false, true, false])
  })

  test('says which two digits a drum stands between where its right neighbour does not put it', () => {
    const [, between] = rowOf([1, 2.45, 3]).drums
    expect(between?.map(({ digit }) => digit)).toEqual([2, 3])
    expect(rowOf([1, 9.55, 3]).drums[1]?.map(({ digit }) => digit)).toEqual([0, 9])
  })

  test('prefers a less likely digit that fits to one that does not', () => {
    const row = resolveDrums([[at(7.5, 0.5), at(1, 0.45)], [at(3)]])
    expect(digitsOf(row)).toBe('13')
    expect(row.drums[0]?.[0]?.misfit).toBe(false)
  })

  test('adds up what different explanations say of one digit', () => {
    const row = resolveDrums([[at(4.1, 0.5), at(3.9, 0.3)], [at(2)]])
    expect(row.drums[0]?.[0]).toMatchObject({ digit: 4, weight: 0.8 })
  })

  test('has no digit where a drum shows none', () => {
    const row = resolveDrums([[{ shown: 'blank', position: null, weight: 1 }], [at(2)]])
    expect(row.drums.map((readings) => readings.length)).toEqual([0, 1])
  })

  test('stands where its last drum stands', () => {
    expect(rowOf([1, 2.5, 9.5]).position).toBe(9.5)
    expect(resolveDrums([[at(1)], []]).position).toBeNull()
  })
})

describe('a drum alone', () => {
  test.each([
    { position: 6.3, digit: '6' },
    { position: 6.7, digit: '6' },
    { position: 6.8, digit: '7' },
    { position: 6.15, digit: '6' },
    { position: 9.85, digit: '0' },
  ])('at $position is $digit: the digit it leaves, the nearest within 0.2', ({ position, digit }) => {
    expect(digitsOf(rowOf([position]))).toBe(digit)
  })
})
