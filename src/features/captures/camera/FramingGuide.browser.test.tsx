import { expect, test } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { FramingGuide } from './FramingGuide.tsx'

const gauge = {
  type: 0,
  settings: '0:0,90:0.5,180:1',
  area: null,
  axis: { x: 0.5, y: 0.5 },
  radius: 0.25,
  digitNumber: null,
  decimalPoint: 2,
  range: null,
  boost: false,
} as const

const picture =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

const guide = (ghost: string | null) =>
  show(
    <div style={{ position: 'relative', width: 400, height: 400 }}>
      <FramingGuide settings={gauge} ghost={ghost} aspect={2} width={400} height={400} />
    </div>,
  )

test('the reference picture lies over the live view in its own form, centred', async () => {
  const { container } = await guide(picture)
  const box = container.querySelector('image')?.getBoundingClientRect()
  const view = container.querySelector('svg')?.getBoundingClientRect()
  expect(box && view && [box.width, box.height, box.left - view.left, box.top - view.top]).toEqual([
    400, 200, 0, 100,
  ])
})

test('axis and points of the scale stand where they stood on the reference picture, also without it', async () => {
  const { container } = await guide(null)
  const pins = [...container.querySelectorAll('circle')].map((pin) =>
    ['cx', 'cy'].map((name) => Math.round(Number(pin.getAttribute(name)))),
  )
  // Axis, 0 at the top, 0.5 to the right, 1 at the bottom; the radius is a share of the width.
  expect(pins).toEqual([
    [200, 100],
    [200, 0],
    [300, 100],
    [200, 200],
  ])
  expect(container.querySelector('image')).toBeNull()
})
