import '@mantine/core/styles.layer.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { AssistDialog } from '../../../src/features/assist/AssistDialog.tsx'
import type { Assist } from '../../../src/shared/marks/scalePins.ts'
import { settled } from './settled.ts'
import { show } from './show.tsx'

/** Pictures on which the reader finds a scale and digits. */
export const pictures = {
  round: new URL('../../fixtures/reader/round.png', import.meta.url).href,
  counter: new URL('../../fixtures/reader/counter.png', import.meta.url).href,
}

/** Nothing to find, 400 × 300. */
function bareWall(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#96989b'
    context.fillRect(0, 0, 400, 300)
  }
  return canvas.toDataURL()
}

interface Opening {
  picture?: string
  /** Undefined while the categories load. */
  category?: CategoryType | undefined
  value?: Assist
  digitNumber?: number | null
  decimalPoint?: number | null
  meterId?: number | null
  meterName?: string
  hasReadings?: boolean
  canvasSize?: number
}

/** AIアシスト設定 on a phone, and records of its callbacks. */
export async function showAssist({
  picture = bareWall(),
  value = { settings: null, pins: null },
  digitNumber = null,
  decimalPoint = 2,
  meterId = null,
  meterName = '',
  hasReadings = false,
  canvasSize,
  ...opening
}: Opening = {}) {
  const category = 'category' in opening ? opening.category : categoryType.circle
  await page.viewport(390, 844)
  const onRegister = vi.fn(async (_next: Assist) => undefined)
  const onInitialise = vi.fn(async () => undefined)
  const onClose = vi.fn()
  const screen = await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AssistDialog
        opened
        onClose={onClose}
        picture={picture}
        category={category}
        value={value}
        range={category === categoryType.circle ? { start: 0, end: 1 } : { start: null, end: null }}
        digits={{ digitNumber, decimalPoint }}
        boost={false}
        area={null}
        meterId={meterId}
        meterName={meterName}
        hasReadings={hasReadings}
        unit={category === categoryType.counter ? 'm³' : undefined}
        canvasSize={canvasSize}
        onRegister={onRegister}
        onInitialise={onInitialise}
      />
    </QueryClientProvider>,
  )
  return {
    screen,
    stage: screen.getByRole('application', { name: 'メーター画像' }),
    register: screen.getByRole('button', { name: '登録' }),
    registered: () => onRegister.mock.calls[0]?.[0],
    onRegister,
    onInitialise,
    onClose,
  }
}

/** The same with the picture loaded. */
export async function openAssist(opening: Opening = {}) {
  const opened = await showAssist(opening)
  await expect.element(opened.stage).toBeVisible()
  return opened
}

/** Window position of a point of the picture (ratios). */
export function pointOf(stage: Element, x: number, y: number) {
  const picture = stage.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
  return { x: picture.left + x * picture.width, y: picture.top + y * picture.height }
}

/** The same relative to the stage, for clicks. */
export function onStage(stage: Element, x: number, y: number) {
  const { left, top } = stage.getBoundingClientRect()
  const at = pointOf(stage, x, y)
  return { x: at.x - left, y: at.y - top }
}

/** Ends when the picture stands still: what stands below it changes its size. */
export const pictureIsStill = (stage: Element) =>
  settled(() => stage.querySelector('img')?.getBoundingClientRect())

/** Centre of a pin in ratios of the picture. */
export const ratioOf = (stage: Element, pin: Element) => {
  const picture = stage.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
  const { left, top, width, height } = pin.getBoundingClientRect()
  return {
    x: (left + width / 2 - picture.left) / picture.width,
    y: (top + height / 2 - picture.top) / picture.height,
  }
}
