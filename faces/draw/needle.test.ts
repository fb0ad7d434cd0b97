import { describe, expect, it } from 'vitest'
import { parseScale } from '../../reader/core/settings.ts'
import { faces, settingsOf } from '../index.ts'
import { scene } from '../photograph.ts'
import type { Face, PanelStyle, RoundStyle } from '../types.ts'
import { margin } from './canvas.ts'

type Needled = Face & { style: RoundStyle | PanelStyle; range: { start: number; end: number } }

const needled = faces.filter(
  (face): face is Needled =>
    face.range !== null && (face.style.kind === 'round' || face.style.kind === 'panel'),
)

/** Direction of the needle, by pixels near the tip that differ from the dial without it. */
async function drawnAngle(face: Needled, value: number): Promise<number> {
  const { axis, radius } = face.style
  const elsewhere = value > (face.range.start + face.range.end) / 2 ? face.range.start : face.range.end
  const other = await scene(face, elsewhere)
  const { width, pixels } = await scene(face, value)
  const sign = face.style.kind === 'round' && face.style.dial === 'black' ? -1 : 1
  let [sumX, sumY] = [0, 0]
  for (let at = 0; at < pixels.length; at += 3) {
    const x = ((at / 3) % width) + 0.5 - margin - axis.x
    const y = Math.floor(at / 3 / width) + 0.5 - margin - axis.y
    const distance = Math.hypot(x, y)
    if (distance < radius * 0.72 || distance > radius * 0.9) continue
    const change = sign * ((other.pixels[at + 1] ?? 0) - (pixels[at + 1] ?? 0))
    if (change < 110) continue
    sumX += (x / distance) * change
    sumY += (y / distance) * change
  }
  return (Math.atan2(sumX, -sumY) * 180) / Math.PI
}

/** The expected angle by the settings string. */
function angleFromSettings(face: Needled, value: number): number {
  const parsed = parseScale(settingsOf(face).settings ?? '')
  if (!parsed.ok) throw new Error(parsed.reason)
  let turned = 0
  const pins = parsed.value.map((pin, i, all) => {
    const before = all[i - 1]
    if (before) turned += (pin.angle - before.angle + 360) % 360
    return { angle: (all[0]?.angle ?? 0) + turned, value: pin.value }
  })
  const upper = pins.findIndex((pin) => pin.value >= value)
  const [a, b] = [pins[Math.max(0, upper - 1)], pins[Math.max(1, upper)]]
  if (!a || !b) throw new Error('a scale needs pins')
  return a.angle + ((value - a.value) / (b.value - a.value)) * (b.angle - a.angle)
}

describe('a drawn needle', () => {
  it.each(needled)('$key: points where the settings string says, within half a degree', async (face) => {
    const span = face.range.end - face.range.start
    for (const part of [0.05, 0.33, 0.5, 0.71, 0.96]) {
      const value = face.range.start + span * part
      const off = (await drawnAngle(face, value)) - angleFromSettings(face, value)
      expect(Math.abs(((off + 540) % 360) - 180)).toBeLessThan(0.5)
    }
  })
})
