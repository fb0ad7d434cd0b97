import { describe, expect, test } from 'vitest'
import type { Blob } from './blobs.ts'
import { chainsOf } from './chain.ts'

function blob(x: number, y: number, width = 12, height = 20): Blob {
  return {
    left: x - width / 2,
    right: x + width / 2,
    top: y - height / 2,
    bottom: y + height / 2,
    pixels: 100,
  }
}

const row = Array.from({ length: 6 }, (_, index) => blob(40 + 18 * index, 100 + index))

describe('a row of figures', () => {
  test('is found with its pitch and slope among other patches', () => {
    const others = [blob(30, 40), blob(90, 60, 10, 30), blob(130, 140, 8, 12), blob(70, 150)]
    const [chain] = chainsOf([...others, ...row], 3)
    expect(chain).toMatchObject({ positions: 6, seen: 6, width: 12, height: 20 })
    expect(chain?.x).toBeCloseTo(40)
    expect(chain?.pitch).toBeCloseTo(18)
    expect(chain?.fall).toBeCloseTo(1)
  })

  test('keeps the place of a missing figure', () => {
    const [chain] = chainsOf(
      row.filter((_, index) => index !== 3),
      3,
    )
    expect(chain).toMatchObject({ positions: 6, seen: 5 })
  })

  test('stands on its wide figures where a 1 stands aside', () => {
    const [chain] = chainsOf(
      row.map((one, index) => (index === 2 ? blob(40 + 18 * index + 4, 102, 4) : one)),
      3,
    )
    expect(chain?.pitch).toBeCloseTo(18)
    expect(chain?.x).toBeCloseTo(40)
  })

  test('is none of figures that differ in height or stand too few', () => {
    expect(chainsOf([blob(40, 100), blob(58, 100, 12, 30), blob(76, 100, 12, 14)], 3)).toEqual([])
    expect(chainsOf(row.slice(0, 2), 3)).toEqual([])
  })
})
