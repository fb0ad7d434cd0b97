import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  type Conditions,
  conditions,
  type Face,
  faces,
  photograph,
  plain,
  unreadable,
  valueAt,
} from './index.ts'

function faceOf(key: string): Face {
  const face = faces.find((candidate) => candidate.key === key)
  if (!face) throw new Error(`no face ${key}`)
  return face
}

describe('photograph', () => {
  it.each(['pump-discharge', 'city-gas', 'cold-storage', 'receiving-tank'])(
    '%s: the same seed gives the same bytes, another seed others',
    async (key) => {
      const face = faceOf(key)
      const value = valueAt(face, new Date(Date.UTC(2026, 10, 1)))
      const [first, again, other] = await Promise.all(
        [5, 5, 6].map((seed) => photograph(face, value, conditions(seed, 0.5))),
      )
      expect(first?.jpeg.equals(again?.jpeg ?? Buffer.alloc(0))).toBe(true)
      expect(first?.jpeg.equals(other?.jpeg ?? Buffer.alloc(0))).toBe(false)
    },
  )

  it('names the figures that are shown, with the last drum still under way', async () => {
    const gas = (await photograph(faceOf('city-gas'), 24_241.4978, plain)).truth
    expect(gas).toEqual({ value: 24_241.497, ocr: '24241497', degree: null })
    const cold = (await photograph(faceOf('cold-storage'), 4.2, plain)).truth
    expect(cold).toEqual({ value: 4.2, ocr: ' 42', degree: null })
    const total = (await photograph(faceOf('drain-total'), 4_711, plain)).truth
    expect(total).toEqual({ value: 4_711, ocr: '004711', degree: null })
  })

  it.each(faces.filter((face) => face.digits !== null))(
    '$key: as many figures as the meter has, whose digits and decimals make the value',
    async (face) => {
      const { truth } = await photograph(face, valueAt(face, new Date(Date.UTC(2026, 10, 3, 4))), plain)
      expect(truth.ocr).toHaveLength(face.digits ?? 0)
      expect(Number(truth.ocr) / 10 ** face.decimals).toBeCloseTo(truth.value, 6)
    },
  )

  it('gives the direction of a needle', async () => {
    const truth = async (value: number) => (await photograph(faceOf('pump-discharge'), value, plain)).truth
    expect((await truth(0)).degree).toBe(225)
    expect((await truth(0.5)).degree).toBe(0)
    expect((await truth(0.75)).degree).toBe(67.5)
  })

  it('keeps the view of one mount while light and noise change', () => {
    const view = ({ tilt, tiltTo, rotation, shift, zoom }: Conditions) => ({
      tilt,
      tiltTo,
      rotation,
      shift,
      zoom,
    })
    const [first, second, elsewhere] = [conditions(1, 0.5, 7), conditions(2, 0.5, 7), conditions(2, 0.5, 8)]
    expect(view(first)).toEqual(view(second))
    expect(view(first)).not.toEqual(view(elsewhere))
    expect(first.light).not.toBe(second.light)
  })

  it('tells the true size of the picture', async () => {
    for (const key of ['receiving-tank', 'bus-voltage']) {
      const shot = await photograph(faceOf(key), 1, conditions(1, 0.3))
      const { width, height, format } = await sharp(shot.jpeg).metadata()
      expect({ width, height, format }).toEqual({ width: shot.width, height: shot.height, format: 'jpeg' })
    }
  })

  it.each(['lens', 'fog', 'night'] as const)(
    'leaves nothing to be read behind %s: two values look alike',
    async (cover) => {
      const face = faceOf('main-current')
      const how = [1, 2, 3, 4, 5, 6, 7, 8]
        .map((seed) => unreadable(seed))
        .find((drawn) => drawn.cover === cover)
      if (!how) throw new Error(`no seed draws ${cover}`)
      const difference = async (taken: Conditions) => {
        const levels = async (value: number) => {
          const { jpeg } = await photograph(face, value, taken)
          return [...(await sharp(jpeg).greyscale().resize(240).raw().toBuffer())]
        }
        const low = await levels(100)
        const high = await levels(500)
        return low.reduce((sum, level, i) => sum + Math.abs(level - (high[i] ?? 0)), 0)
      }
      expect(await difference(how)).toBeLessThan((await difference(conditions(1, 0.4))) / 6)
    },
  )
})
