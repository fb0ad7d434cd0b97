// Covers docs/requirements.md: 186, 348

import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { DeviceStatus } from './DeviceStatus.tsx'

/** Returns the hue of a colour as computed by the browser, in degrees. */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number)
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  if (max === red) return (((green - blue) / range) * 60 + 360) % 360
  if (max === green) return ((blue - red) / range) * 60 + 120
  return ((red - green) / range) * 60 + 240
}

const orange = [25, 45] as const
const green = [120, 160] as const
const purple = [255, 285] as const
const red = [-5, 10] as const

test.each([
  [0, '起動待ち', 'orange', orange],
  [1, '稼働中', 'green', green],
  [2, '稼働中(BAT低)', 'purple', purple],
  [3, 'エラー', 'red', red],
  [5, '通信エラー', 'red', red],
] as const)('status %i is %s in %s', async (status, label, _color, [from, to]) => {
  const screen = await show(<DeviceStatus status={status} />)
  const { color, borderColor } = getComputedStyle(screen.getByText(label, { exact: true }).element())
  for (const hue of [color, borderColor].map(hueOf)) {
    expect(hue).toBeGreaterThanOrEqual(from)
    expect(hue).toBeLessThanOrEqual(to)
  }
})
