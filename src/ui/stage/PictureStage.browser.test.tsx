// Covers docs/requirements.md: 422, 521

import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pointOf, ratioOf } from '../../../tests/support/components/assist.tsx'
import { show } from '../../../tests/support/components/show.tsx'
import { pinch, swipe, touch } from '../../../tests/support/components/touch.ts'
import { handleProps } from './handleProps.ts'
import { PictureStage } from './PictureStage.tsx'
import type { Stage } from './stage.ts'
import { clampToPicture, type Part, type Point, positionStyle } from './stageGeometry.ts'
import { useStage } from './useStage.ts'

/** Real touch input on a shared machine. */
/** Renders of pins. */
const drawn = vi.fn()
const onPlace = vi.fn()

function Pin({
  stage,
  id,
  at,
  onMove,
}: {
  stage: Stage
  id: string
  at: Point
  onMove: (to: Point) => void
}) {
  drawn()
  const handle = handleProps<Point>(stage, {
    id,
    value: at,
    onMove: (from, by) => {
      const to = clampToPicture({ x: from.x + by.x, y: from.y + by.y })
      onMove(to)
      return to
    },
  })
  return (
    <button
      type="button"
      aria-label={id}
      style={{ ...positionStyle(at), position: 'absolute', translate: '-50% -50%', width: 16, height: 16 }}
      {...handle}
    />
  )
}

const src = '/icon.svg'
const columns = 20
const positions = Array.from({ length: 200 }, (_, index) => ({
  x: ((index % columns) + 0.5) / columns,
  y: (Math.floor(index / columns) + 0.5) / 10,
}))

function Plan() {
  const stage = useStage({ width: 600, height: 600 })
  const [pins, setPins] = useState<readonly Point[]>(positions)
  return (
    <div style={{ width: 360, height: 360 }}>
      <PictureStage stage={stage} src={src} label="図面" help="" canvas={{ onTap: onPlace }} readOnly={false}>
        {pins.map((at, index) => (
          <Pin
            // biome-ignore lint/suspicious/noArrayIndexKey: none comes or goes
            key={index}
            stage={stage}
            id={`ピン${index}`}
            at={at}
            onMove={(to) => setPins((now) => now.with(index, to))}
          />
        ))}
      </PictureStage>
    </div>
  )
}

async function openPlan() {
  await page.viewport(390, 844)
  const screen = await show(<Plan />)
  const root = screen.getByRole('application', { name: '図面' }).element() as HTMLElement
  const pin = (index: number) => screen.getByRole('button', { name: `ピン${index}`, exact: true })
  await expect.poll(() => pin(199).elements().length).toBe(1)
  drawn.mockClear()
  onPlace.mockClear()
  const scale = () => (root.querySelector('img')?.getBoundingClientRect().width ?? 0) / 360
  return { root, pin, scale, at: (x: number, y: number) => pointOf(root, x, y) }
}

test('a pinch that begins on a pin zooms, moves no pin and draws none anew', async () => {
  const { root, pin, scale, at } = await openPlan()
  const on = positions[105] as Point
  await pinch([at(on.x, on.y), at(on.x + 0.1, on.y)], [at(on.x - 0.2, on.y), at(on.x + 0.4, on.y)])
  await expect.poll(scale).toBeGreaterThan(3)
  const { x, y } = ratioOf(root, pin(105).element())
  expect(x).toBeCloseTo(on.x, 3)
  expect(y).toBeCloseTo(on.y, 3)
  expect(pin(105).element().getBoundingClientRect().width).toBe(16)
  expect(drawn).not.toHaveBeenCalled()
  expect(onPlace).not.toHaveBeenCalled()
})

test('the finger that remains of two goes on panning', async () => {
  const { pin, scale, at } = await openPlan()
  const [left, right] = [at(0.2, 0.5), at(0.8, 0.5)]
  await touch('touchStart', [at(0.4, 0.5), at(0.6, 0.5)])
  await touch('touchMove', [left, right])
  await expect.poll(scale).toBeCloseTo(3, 1)
  const before = pin(0).element().getBoundingClientRect().left
  await touch('touchEnd', [{ ...left, id: 0 }])
  await touch('touchMove', [{ x: right.x - 50, y: right.y, id: 1 }])
  await expect.poll(() => pin(0).element().getBoundingClientRect().left).toBeCloseTo(before - 50, 0)
  await touch('touchEnd', [])
  expect(onPlace).not.toHaveBeenCalled()
})

test('a second finger puts a pin back that the first was dragging', async () => {
  const { root, pin, at } = await openPlan()
  const on = positions[105] as Point
  const positionNow = () => ratioOf(root, pin(105).element())
  const moved = at(on.x + 0.1, on.y + 0.1)
  await touch('touchStart', [at(on.x, on.y)])
  await touch('touchMove', [moved])
  await expect.poll(() => positionNow().x).toBeCloseTo(on.x + 0.1, 2)
  await touch('touchStart', [moved, at(0.2, 0.2)])
  await expect.poll(() => positionNow().x).toBeCloseTo(on.x, 3)
  expect(positionNow().y).toBeCloseTo(on.y, 3)
  await touch('touchEnd', [])
})

test('a pin is moved by mouse, finger and keys, and only that one is changed', async () => {
  const { root, pin, at } = await openPlan()
  const positionNow = (index: number) => ratioOf(root, pin(index).element())
  const from = positions[25] as Point
  await userEvent.dragAndDrop(root, root, {
    sourcePosition: onRoot(root, at(from.x, from.y)),
    targetPosition: onRoot(root, at(from.x + 0.1, from.y + 0.1)),
  })
  await expect.poll(() => positionNow(25).x).toBeCloseTo(from.x + 0.1, 2)
  await expect.poll(() => positionNow(25).y).toBeCloseTo(from.y + 0.1, 2)

  const finger = positions[90] as Point
  await swipe([at(finger.x, finger.y), at(finger.x, finger.y + 0.1), at(finger.x, finger.y + 0.2)])
  await expect.poll(() => positionNow(90).y).toBeCloseTo(finger.y + 0.2, 2)

  pin(199).element().focus()
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowLeft}{/Shift}')
  await expect.poll(() => positionNow(199).y).toBeCloseTo((positions[199]?.y ?? 0) - 1 / 360, 4)
  expect(positionNow(199).x).toBeCloseTo((positions[199]?.x ?? 0) - 10 / 360, 4)
  expect(positionNow(26)).toEqual(positions[26])
  expect(onPlace).not.toHaveBeenCalled()
})

const onRoot = (root: HTMLElement, { x, y }: Point) => {
  const { left, top } = root.getBoundingClientRect()
  return { x: x - left, y: y - top }
}

test('a tap between the pins tells its position; a drag pans the zoomed picture and tells none', async () => {
  const { root, pin, scale, at } = await openPlan()
  root.focus()
  await userEvent.keyboard('+++')
  await expect.poll(scale).toBeCloseTo(1.5 ** 3)
  const before = pin(0).element().getBoundingClientRect().left
  const gap = { x: 0.5, y: 0.5 }
  const middle = at(gap.x, gap.y)
  await swipe([middle, { x: middle.x + 20, y: middle.y }, { x: middle.x + 40, y: middle.y }])
  await expect.poll(() => pin(0).element().getBoundingClientRect().left).toBeCloseTo(before + 40, 0)
  expect(onPlace).not.toHaveBeenCalled()
  await swipe([at(gap.x, gap.y)])
  await expect.poll(() => onPlace.mock.calls.length).toBe(1)
  expect(onPlace.mock.calls[0]?.[0].x).toBeCloseTo(gap.x, 2)
  expect(onPlace.mock.calls[0]?.[0].y).toBeCloseTo(gap.y, 2)
})

test('the wheel keeps the point under the mouse, and what is in the middle stays there in another size', async () => {
  const { root, scale, at } = await openPlan()
  const mouse = at(0.8, 0.3)
  const wheel = { clientX: mouse.x, clientY: mouse.y, deltaY: -280, bubbles: true, cancelable: true }
  root.dispatchEvent(new WheelEvent('wheel', wheel))
  await expect.poll(scale).toBeCloseTo(2)
  expect(at(0.8, 0.3).x).toBeCloseTo(mouse.x, 1)
  expect(at(0.8, 0.3).y).toBeCloseTo(mouse.y, 1)
  const { left, width } = root.getBoundingClientRect()
  const picture = () => root.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
  const middle = () => {
    const box = root.getBoundingClientRect()
    return (box.left + box.width / 2 - picture().left) / picture().width
  }
  const before = middle()
  expect(left + width / 2).not.toBeCloseTo(picture().left + picture().width / 2, 0)
  const outside = root.parentElement as HTMLElement
  Object.assign(outside.style, { width: '180px', height: '180px' })
  await expect.poll(() => picture().width).toBeCloseTo(360)
  expect(middle()).toBeCloseTo(before, 3)
})

function CloseUp({ part }: { part: Part }) {
  const stage = useStage({ width: 600, height: 300 })
  const [side, setSide] = useState(360)
  return (
    <div style={{ width: side, height: 360 }}>
      <button type="button" onClick={() => stage.zoomTo(part)}>
        拡大
      </button>
      <button type="button" onClick={() => setSide(240)}>
        狭く
      </button>
      <PictureStage stage={stage} src={src} label="写真" help="" canvas={{ onTap: onPlace }} readOnly>
        {null}
      </PictureStage>
    </div>
  )
}

test('a part is fitted into the stage, again when that changes its size, until it is zoomed by hand', async () => {
  const screen = await show(<CloseUp part={{ x1: 0.5, y1: 0.4, x2: 0.75, y2: 0.6 }} />)
  const root = screen.getByRole('application', { name: '写真' }).element() as HTMLElement
  const seen = () => {
    const { left, width } = root.getBoundingClientRect()
    const picture = root.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
    return [(left - picture.left) / picture.width, (left + width - picture.left) / picture.width]
  }
  await screen.getByRole('button', { name: '拡大' }).click()
  await expect.poll(() => seen()[0]).toBeCloseTo(0.5, 2)
  expect(seen()[1]).toBeCloseTo(0.75, 2)
  await screen.getByRole('button', { name: '狭く' }).click()
  await expect.poll(() => root.clientWidth).toBe(240)
  await expect.poll(() => seen()[0]).toBeCloseTo(0.5, 2)
  expect(seen()[1]).toBeCloseTo(0.75, 2)
  root.focus()
  await userEvent.keyboard('-')
  await expect.poll(() => seen()[0]).toBeLessThan(0.48)
})
