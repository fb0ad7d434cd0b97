import { describe, expect, test } from 'vitest'
import { createRaster } from '../../tests/support/reader/raster.ts'
import { loadModels } from '../node/models.ts'
import { estimateNeedle, NETWORK_RADIUS, NETWORK_REACH } from './needle-estimate.ts'
import { cropDial } from './polar.ts'

const { needles } = await loadModels()

const SIZE = 240
const everywhere = () => true

function askAbout(degree: number | null, allowed: (degree: number) => boolean) {
  const raster = createRaster(SIZE, SIZE, [232, 230, 224])
  const position = (radius: number, turn: number): [number, number] => [
    SIZE / 2 + radius * Math.sin((turn * Math.PI) / 180),
    SIZE / 2 - radius * Math.cos((turn * Math.PI) / 180),
  ]
  for (let tick = 0; tick < 360; tick += 20)
    raster.line(...position(90, tick), ...position(100, tick), 2, [30, 30, 34])
  if (degree !== null) raster.line(...position(20, degree + 180), ...position(92, degree), 5, [30, 30, 34])
  const dial = { x: SIZE / 2, y: SIZE / 2, radius: 100 }
  const cut = cropDial(raster.picture, dial, NETWORK_RADIUS, NETWORK_REACH)
  if (!cut) throw new Error('no dial')
  return estimateNeedle(cut, needles, allowed, everywhere)
}

describe('the needle network', () => {
  test.each([3, 77.5, 181, 269, 358])('finds a needle at %s degrees', (degree) => {
    const { degree: found, there, none } = askAbout(degree, everywhere)
    expect(Math.abs(((found - degree + 540) % 360) - 180)).toBeLessThan(1.5)
    expect(there).toBeGreaterThan(0.9)
    expect(none).toBeLessThan(0.05)
  })

  test('says that there is none where there is none', () => {
    const { there, none } = askAbout(null, everywhere)
    expect(none).toBeGreaterThan(0.5)
    expect(there).toBeLessThan(0.5)
  })

  test('tells a needle off the scale from one on it', () => {
    const { there, elsewhere } = askAbout(200, (degree) => degree < 140 || degree > 220)
    expect(elsewhere).toBeGreaterThan(0.9)
    expect(there).toBeLessThan(0.1)
  })
})
