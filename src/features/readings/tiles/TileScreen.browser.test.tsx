// Covers docs/requirements.md: 45, 52, 53, 54, 57, 269, 279, 499

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Meter } from '../../../../contract/meters.ts'
import { changeCapture, decideCapture, saveCapture } from '../../../../offline/outbox.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { photograph, resetPhone } from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { InspectionData } from './InspectionData.tsx'

beforeEach(async () => {
  localStorage.clear()
  await resetPhone()
})
afterEach(() => vi.restoreAllMocks())

/** 点検データ of one reading, in a window of this width. */
async function open(width: number, meters: Meter[] = []) {
  await page.viewport(width, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const data = pathname.endsWith('/meters-values')
      ? [aReading({ id: 7 })]
      : pathname.endsWith('/meters')
        ? meters
        : []
    return Response.json({ success: true, data, count: data.length })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, meters)
  const screen = await showRouted(
    client,
    <InspectionData search={{}} onSearch={vi.fn()} onChosen={vi.fn()} />,
  )
  await expect.poll(() => document.querySelector('a[data-reading="7"]')).not.toBeNull()
  const tile = () => document.querySelector('a[data-reading="7"]')
  const size = (element: Element | null | undefined) => {
    const { width: wide = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return { width: Math.round(wide), height: Math.round(height) }
  }
  return {
    screen,
    client,
    slider: screen.getByRole('slider', { name: 'タイルの大きさ' }),
    tile: () => size(tile()),
    picture: () => size(tile()?.firstElementChild),
  }
}

test.each([
  [null, 165],
  [0, 55],
  [50, 165],
  [100, 330],
])('where %o is remembered a picture is %i px high, and its tile 60 px wider', async (step, height) => {
  if (step !== null) localStorage.setItem('homeItemSize', `${step}`)
  const { tile, picture } = await open(1440)
  await expect.poll(() => [picture().height, tile().width]).toEqual([height, height + 60])
})

test('the slider goes from 0 to 100 by keys, and what is chosen is remembered', async () => {
  const { slider, picture } = await open(1440)
  await expect.element(slider).toHaveAttribute('aria-valuemin', '0')
  await expect.element(slider).toHaveAttribute('aria-valuemax', '100')
  await expect.element(slider).toHaveAttribute('aria-valuenow', '50')
  slider.element().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => picture().height).toBe(330)
  await expect.poll(() => localStorage.getItem('homeItemSize')).toBe('100')
})

test('from 576 px on there is the slider', async () => {
  const { slider } = await open(576)
  await expect.element(slider).toBeVisible()
})

test('below 576 px there is no slider, and the remembered size waits for a wide screen', async () => {
  localStorage.setItem('homeItemSize', '80')
  const { slider, tile, picture } = await open(575)
  await expect.element(slider).not.toBeInTheDocument()
  await expect.poll(() => tile().width).toBeGreaterThan(500)
  await expect.poll(() => picture().width).toBe(132)
  expect(localStorage.getItem('homeItemSize')).toBe('80')
})

test('what only this phone has is a tile before the others, until the list has its reading', async () => {
  const { id: userId, organization } = anAccount()
  const given = await saveCapture(photograph({ userId, organizationId: organization.id }))
  await decideCapture(given.id, { value: 0.57, valueSource: 'accepted' })
  const { screen } = await open(390, [aMeter()])
  const tiles = screen.getByRole('list', { name: '点検データ' }).getByRole('link')
  await expect.element(tiles.first()).toMatchTextContent(/No\.3 冷却水圧力.*0\.57.*未送信/)
  await changeCapture(given.id, (row) => ({ ...row, state: 'sent', sentAt: Date.now(), readingId: 6 }))
  await expect.element(tiles.first()).toMatchTextContent(/0\.57.*送信済/)
  await changeCapture(given.id, (row) => ({ ...row, readingId: 7 }))
  await expect.element(tiles).toMatchTextContent(/0\.42/)
})

test('CSV can be pressed while the list loads, and not where it is empty', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    await promise
    return Response.json({ success: true, data: [], count: 0 })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [])
  const screen = await showRouted(
    client,
    <InspectionData search={{}} onSearch={vi.fn()} onChosen={vi.fn()} />,
  )
  const csv = screen.getByRole('button', { name: 'CSV' })
  await expect.element(csv).toBeEnabled()
  resolve()
  await expect.element(csv).toBeDisabled()
})
