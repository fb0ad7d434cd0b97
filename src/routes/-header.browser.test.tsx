// Covers docs/requirements.md: 299, 719, 762, 869

import type { RegisterSWOptions } from 'virtual:pwa-register'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { roleLabel } from '../../contract/access.ts'
import { changeCapture } from '../../offline/outbox.ts'
import { showRouted } from '../../tests/support/components/showRouted.tsx'
import { colleague, inspector, queued, resetPhone } from '../../tests/support/phone/phone.ts'
import { anAccount } from '../../tests/support/responses/account.ts'
import { aRound } from '../../tests/support/responses/rounds.ts'
import { OutboxStatus } from '../features/captures/outbox/OutboxStatus.tsx'
import { ArrivalsToday } from '../features/home/ArrivalsToday.tsx'
import { RoundsToday } from '../features/home/RoundsToday.tsx'
import { TodayLine } from '../features/home/TodayLine.tsx'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { setStreamLostSince } from '../lib/live/eventStreamState.ts'
import { accountQuery } from '../lib/queries/account.ts'
import { arrivalsTodayQuery } from '../lib/queries/devices.ts'
import { roundsQuery } from '../lib/queries/rounds.ts'
import { startUpdates } from '../pwa/updates.ts'

const worker = vi.hoisted(() => ({ register: (_options: RegisterSWOptions) => async () => undefined }))
vi.mock('virtual:pwa-register', () => ({
  registerSW: (options: RegisterSWOptions) => worker.register(options),
}))

const day = 24 * 60 * 60_000
const account = anAccount({ id: inspector.userId })
const arrivals = { scheduled: 10, arrived: 9, late: 0, missing: 1, waiting: 12 }
const late = aRound({ due_at: new Date(Date.now() - 60_000).toISOString() })

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
async function open(unsent: number, content: ReactNode = null) {
  const oldest = Date.now() - 3.1 * day
  for (let number = 0; number < unsent; number += 1) await queued(inspector, { capturedAt: oldest + number })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, account)
  client.setQueryData(arrivalsTodayQuery.queryKey, arrivals)
  client.setQueryData(roundsQuery.queryKey, [late])
  return showRouted(
    client,
    <Shell
      unsent={<OutboxStatus />}
      userMenu={<UserMenu />}
      onCapture={() => undefined}
      onSearch={() => undefined}
    >
      {content}
    </Shell>,
    ['/meters', '/alerts', '/my-page', '/devices', '/rounds'],
  )
}

const today = (
  <TodayLine>
    <ArrivalsToday />
    <RoundsToday />
  </TodayLine>
)

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

test.each([820, 1440])('at %i px the header has the search', async (width) => {
  await page.viewport(width, 900)
  const screen = await open(0)
  await expect.element(screen.getByRole('banner').getByRole('button', { name: '検索' })).toBeVisible()
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

for (const scale of ['100%', '200%'])
  test(`on a phone the counts of today take the place of the role in the header, a late round first, with text of ${scale}`, async () => {
    await page.viewport(390, 844)
    document.documentElement.style.fontSize = scale
    const screen = await open(0, today)
    const header = screen.getByRole('banner')
    const links = [/遅れ 1件/, /^報告 9/].map((name) => header.getByRole('link', { name }))
    for (const link of links) await expect.element(link).toBeVisible()
    await expect.element(header.getByText(roleLabel[account.role])).not.toBeVisible()
    const frame = header.element().getBoundingClientRect()
    const boxes = links.map((link) => link.element().getBoundingClientRect())
    for (const { top, bottom, height } of boxes) {
      expect(height).toBeGreaterThanOrEqual(48)
      expect(top).toBeGreaterThanOrEqual(frame.top)
      expect(bottom).toBeLessThanOrEqual(frame.bottom)
    }
    expect(boxes[0]?.right).toBeLessThan(boxes[1]?.left ?? 0)
    const menu = screen.getByRole('button', { name: `${account.username}のメニュー` }).element()
    if (scale === '100%') expect(boxes[1]?.right).toBeLessThanOrEqual(menu.getBoundingClientRect().left)
    expect(document.documentElement.scrollWidth).toBe(390)
  })

test('without counts of today the header of a phone shows the role, and so does that of a tablet with counts', async () => {
  await page.viewport(390, 844)
  const { unmount, getByText } = await open(0)
  await expect.element(getByText(roleLabel[account.role])).toBeVisible()
  await unmount()
  await page.viewport(820, 1180)
  const tablet = await open(0, today)
  await expect.element(tablet.getByRole('main').getByRole('link', { name: /^報告 9/ })).toBeVisible()
  await expect.element(tablet.getByText(roleLabel[account.role])).toBeVisible()
})
