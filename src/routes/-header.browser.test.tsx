// Covers docs/requirements.md: 299

import type { RegisterSWOptions } from 'virtual:pwa-register'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { changeCapture } from '../../offline/outbox.ts'
import { showRouted } from '../../tests/support/components/showRouted.tsx'
import { colleague, inspector, queued, resetPhone } from '../../tests/support/phone/phone.ts'
import { anAccount } from '../../tests/support/responses/account.ts'
import { OutboxStatus } from '../features/captures/outbox/OutboxStatus.tsx'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { setStreamLostSince } from '../lib/live/eventStreamState.ts'
import { accountQuery } from '../lib/queries/account.ts'
import { startUpdates } from '../pwa/updates.ts'

const worker = vi.hoisted(() => ({ register: (_options: RegisterSWOptions) => async () => undefined }))
vi.mock('virtual:pwa-register', () => ({
  registerSW: (options: RegisterSWOptions) => worker.register(options),
}))

const day = 24 * 60 * 60_000

/** A new version waits. */
beforeAll(async () => {
  const offered = Promise.withResolvers<void>()
  worker.register = ({ onNeedRefresh }) => {
    onNeedRefresh?.()
    offered.resolve()
    return async () => undefined
  }
  startUpdates()
  await offered.promise
})
beforeEach(async () => {
  await resetPhone()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => {
  document.documentElement.style.fontSize = ''
  vi.restoreAllMocks()
  dispatchEvent(new Event('online'))
  setStreamLostSince(0)
})

function loseLine() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
}

/** With captures unsent for more than three days. */
async function open(unsent: number) {
  const oldest = Date.now() - 3.1 * day
  for (let number = 0; number < unsent; number += 1) await queued(inspector, { capturedAt: oldest + number })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ id: inspector.userId }))
  return showRouted(
    client,
    <Shell unsent={<OutboxStatus />} userMenu={<UserMenu />} onCapture={() => undefined}>
      {null}
    </Shell>,
    ['/meters', '/alerts', '/my-page'],
  )
}

/** Bounding boxes of the header's texts and buttons. */
function boundingBoxes() {
  const header = document.querySelector('header')
  const pressed = [...(header?.querySelectorAll('button, [role="status"] > *') ?? [])]
  return pressed.map((each) => each.getBoundingClientRect())
}

const topOf = (text: Locator) => text.element().getBoundingClientRect().top

/** Lines of a text. */
function lineCountOf(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const tops = new Set<number>()
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    for (const { top, width } of range.getClientRects()) if (width > 1) tops.add(Math.round(top))
  }
  return tops.size
}

const sizes = [
  [390, '100%'],
  [320, '100%'],
  [390, '200%'],
  [320, '200%'],
] as const
const states = ['オフライン', '更新が届いていません']

test('the header says that something is being sent only while there is a signal', async () => {
  await page.viewport(1440, 900)
  const id = await queued(inspector)
  await changeCapture(id, (row) => ({ ...row, state: 'sending' }))
  const screen = await open(0)
  await expect.element(screen.getByRole('button', { name: /^送信中 1件/ })).toBeVisible()
  loseLine()
  await expect.element(screen.getByRole('button', { name: /^未送信 1件/ })).toBeVisible()
})

for (const [width, scale] of sizes) {
  for (const state of states) {
    test(`on a phone of ${width} px 「${state}」 and what is unsent stand apart within the header, with text of ${scale}`, async () => {
      await page.viewport(width, 844)
      document.documentElement.style.fontSize = scale
      if (state === 'オフライン') loseLine()
      else setStreamLostSince(Date.now())
      const screen = await open(12)
      const unsent = screen.getByRole('button', { name: /^未送信 12件/ })
      await expect.element(unsent).toBeVisible()
      const word = screen.getByText(state, { exact: true })
      await expect.element(word).toBeVisible()
      const header = document.querySelector('header')?.getBoundingClientRect() ?? new DOMRect()
      const boxes = boundingBoxes().toSorted((one, other) => one.left - other.left)
      expect(boxes.length).toBeGreaterThan(2)
      for (const [index, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? header.left)
        expect(box.right).toBeLessThanOrEqual(header.right)
        expect(box.top).toBeGreaterThanOrEqual(header.top)
        expect(box.bottom).toBeLessThanOrEqual(header.bottom)
      }
      // The longer status takes one line from 390 px.
      const lines = scale === '100%' && (width === 390 || state === 'オフライン') ? 1 : 2
      expect(lineCountOf(word.element())).toBeLessThanOrEqual(lines)
      expect(lineCountOf(unsent.element())).toBeLessThanOrEqual(lines)
    })
  }
}

for (const [width, scale] of sizes) {
  test(`on a phone of ${width} px what another user has not sent stays within the header, with text of ${scale}`, async () => {
    await page.viewport(width, 844)
    document.documentElement.style.fontSize = scale
    loseLine()
    await queued(colleague)
    const screen = await open(0)
    const note = screen.getByText('（別の利用者）')
    await expect.element(note).toBeVisible()
    await expect.element(screen.getByText('オフライン', { exact: true })).toBeVisible()
    const header = document.querySelector('header')?.getBoundingClientRect() ?? new DOMRect()
    const pill = note.element().parentElement?.parentElement?.getBoundingClientRect() ?? new DOMRect()
    const boxes = [...boundingBoxes(), pill].toSorted((one, other) => one.left - other.left)
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? header.left)
      expect(box.right).toBeLessThanOrEqual(header.right)
      expect(box.bottom).toBeLessThanOrEqual(header.bottom)
    }
  })
}

test('on a phone the menu says that a new version waits, and offers it', async () => {
  await page.viewport(390, 844)
  const screen = await open(0)
  await screen.getByRole('button', { name: 'メニュー 更新があります' }).click()
  const drawer = screen.getByRole('dialog', { name: 'メニュー' })
  await expect.element(drawer.getByRole('button', { name: '更新があります' })).toBeVisible()
})

test('since when there is no line is said where nothing else needs the room', async () => {
  vi.setSystemTime('2026-11-21T12:00:00+09:00')
  onTestFinished(() => void vi.useRealTimers())
  await page.viewport(390, 844)
  loseLine()
  const screen = await open(0)
  const since = screen.getByText('今日 12:00')
  await expect.element(since).toBeVisible()
  const word = screen.getByText('オフライン', { exact: true })
  expect(Math.abs(topOf(since) - topOf(word))).toBeLessThan(8)
})
