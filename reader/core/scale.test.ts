import { describe, expect, test } from 'vitest'
import { createScale, valueAt } from './scale.ts'
import { parseScale } from './settings.ts'

function scaleOf(text: string) {
  const parsed = parseScale(text)
  return parsed.ok ? createScale(parsed.value) : null
}

describe('the value at a degree', () => {
  test.each([
    { scale: '225:0,135:1', degree: 0, value: 0.5, outside: false },
    { scale: '225:0,135:1', degree: 225, value: 0, outside: false },
    { scale: '225:0,135:1', degree: 135, value: 1, outside: false },
    { scale: '225:0,0:10,135:100', degree: 292.5, value: 5, outside: false },
    { scale: '225:0,0:10,135:100', degree: 67.5, value: 55, outside: false },
    { scale: '225:0,135:270', degree: 224.5, value: 0, outside: false },
    { scale: '225:0,135:270', degree: 220, value: -5, outside: true },
    { scale: '225:0,135:270', degree: 140, value: 275, outside: true },
    { scale: '135:0,0:5,225:10', degree: 67.5, value: 2.5, outside: false },
    { scale: '135:0,0:5,225:10', degree: 292.5, value: 7.5, outside: false },
    { scale: '135:0,225:9', degree: 180, value: 4.5, outside: false },
    { scale: '0:0,90:2.5,180:5,270:7.5,0:10', degree: 359, value: 9.972, outside: false },
    { scale: '0:0,90:7.5,180:5,270:2.5,0:10', degree: 315, value: 1.25, outside: false },
    {
      scale: '0:0,36:1,72:2,108:3,144:4,180:5,216:6,252:7,288:8,324:9',
      degree: 342,
      value: 9.5,
      outside: false,
    },
    { scale: '200:-0.1,300:0,100:0.5', degree: 250, value: -0.05, outside: false },
  ])('on $scale at $degree is $value', ({ scale, degree, value, outside }) => {
    const laid = scaleOf(scale)
    if (!laid) throw new Error('no scale')
    const read = valueAt(laid, degree)
    expect(read.value).toBeCloseTo(value, 3)
    expect(read.outside).toBe(outside)
  })

  test('has no scale when middle pins stand on both sides of the end pin', () => {
    expect(scaleOf('0:0,90:1,270:2,180:3')).toBeNull()
  })

  test('has no scale when two pins stand at one angle', () => {
    expect(scaleOf('225:0,0:1,0:2,135:3')).toBeNull()
  })
})
