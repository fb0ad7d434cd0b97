// Covers docs/requirements.md: 621, 622, 632, 683

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Meter } from '../../../contract/meters.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { CaptureChoices, CapturePicker } from './CapturePicker.tsx'

beforeEach(resetPhone)

const mobile = { id: 9, name: '巡回', type: 5, status: 1 } as const

async function open(meters: Meter[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, meters)
  const screen = await showRouted(client, <CaptureChoices scan={null} onChosen={() => undefined} />, [
    '/capture-meter-value/$id',
  ])
  return { screen, links: screen.getByRole('link'), search: screen.getByRole('searchbox') }
}

const byPhone = [
  aMeter({ id: 1, name: '電力量計', device: mobile, place_note: '屋上 北側' }),
  aMeter({ id: 2, name: '水道メーター', device: mobile }),
]
const byCamera = aMeter({ id: 3, name: '冷却水圧力' })
const without = aMeter({ id: 4, name: '冷却水温度', device: null })

test('a meter is found by its place note, which stands below its name', async () => {
  const { links, search } = await open(byPhone)
  await expect.poll(() => links.elements().length).toBe(2)
  await type(search, '屋上')
  await expect.element(links).toMatchTextContent(/電力量計を撮影屋上 北側/)
})

test('a meter without a previous reading says so with the word of other screens', async () => {
  const { links } = await open(byPhone.slice(0, 1))
  await expect.element(links).toMatchTextContent(/前回 データ無し/)
})

test('on a phone few choices are at the thumb', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, byPhone)
  const screen = await showRouted(
    client,
    <CapturePicker opened onClose={() => undefined} above={null} scan={null} />,
    ['/capture-meter-value/$id'],
  )
  const links = screen.getByRole('link')
  await expect.poll(() => links.elements().length).toBe(2)
  for (const each of links.elements()) {
    const { top, bottom } = each.getBoundingClientRect()
    expect(top).toBeGreaterThan(844 / 2)
    expect(bottom).toBeLessThanOrEqual(844)
  }
})

test('a meter that a camera reads is offered only when it is searched for, to take the camera’s place', async () => {
  const { links, search } = await open([...byPhone, byCamera, without])
  await expect.poll(() => links.elements().length).toBe(2)
  await type(search, '冷却水')
  await expect.element(links).toMatchTextContent(/冷却水圧力を代わりに撮影屋上カメラの代わりに撮影/)
  await expect.element(links).toHaveAttribute('href', '/capture-meter-value/3')
})

test('where all meters are read by cameras, the search says that it finds them', async () => {
  const { screen, links, search } = await open([byCamera])
  await expect.element(screen.getByText(/名前で探すと代わりに撮影できます/)).toBeVisible()
  await type(search, '冷却')
  await expect.element(links).toMatchTextContent(/冷却水圧力/)
})

test('where no meter can be photographed, it says what that needs', async () => {
  const { screen, search } = await open([without])
  await expect.element(screen.getByText(/モバイル端末の登録が必要です/)).toBeVisible()
  await expect.element(search).not.toBeInTheDocument()
})
