// Covers docs/requirements.md: 802

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { Preparation } from './Preparation.tsx'
import { prepare } from './preparation.ts'

const appCache = 'precache-of-the-test'

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator.serviceWorker, 'controller')
  await caches.delete(appCache)
})

/** A phone that has all of the app, with data of so long ago. */
async function open(age: number, categories: Category[] | null = []) {
  Object.defineProperty(navigator.serviceWorker, 'controller', { value: {}, configurable: true })
  await (await caches.open(appCache)).put('/weights.bin', new Response(''))
  return show(age, categories)
}

async function show(age: number, categories: Category[] | null = []) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  const updatedAt = Date.now() - age
  client.setQueryData(accountQuery.queryKey, anAccount())
  const device = { id: 9, name: '巡回', type: 5, status: 1 } as const
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 1, device, inspection_id: 7 })], { updatedAt })
  client.setQueryData(roundsQuery.queryKey, [], { updatedAt })
  client.setQueryData(unitsQuery.queryKey, [])
  if (categories) client.setQueryData(categoriesQuery.queryKey, categories)
  const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 7, name: '朝の巡回', contact: '', organization_id: 1, ...times },
  ])
  return showRouted(client, <Preparation inspectionId={7} />, [])
}

test('a round that was taken along days ago is usable, and says how old it is and what to do', async () => {
  const screen = await open(4.5 * 86_400_000)
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/^持ち出し済（.+）4日前の内容です。電波の届く所で更新してください。$/)
  expect(screen.getByRole('region').element()).not.toHaveAttribute('data-fresh')
})

test('one of today says no more than since when', async () => {
  const screen = await open(3_600_000)
  await expect.element(screen.getByRole('status')).toMatchTextContent(/^持ち出し済（[^）]+）$/)
  expect(screen.getByRole('region').element()).toHaveAttribute('data-fresh')
})

test('a round whose kinds of meters this phone does not know is not ready', async () => {
  const screen = await open(3_600_000, null)
  await expect.element(screen.getByRole('status')).toHaveTextContent('電波なしではまだ使えません')
})

test('a browser that refuses caches says that the round does not work without signal', async () => {
  vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('insecure', 'SecurityError'))
  vi.spyOn(caches, 'keys').mockRejectedValue(new DOMException('insecure', 'SecurityError'))
  const screen = await show(3_600_000)
  await expect.element(screen.getByRole('status')).toHaveTextContent('電波なしではまだ使えません')
})

test('a reference picture that was changed in the meantime is fetched at once', async () => {
  await open(86_400_000)
  const device = { id: 9, name: '巡回', type: 5, status: 1 } as const
  const changed = aMeter({ id: 1, device, inspection_id: 7, reference: '/pictures/changed.webp' })
  const answers: [RegExp, unknown][] = [
    [/\/meters?$/, [changed]],
    [/\/users\/me$|\/me$/, anAccount()],
  ]
  const asked: string[] = []
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    asked.push(pathname)
    const [, data] = answers.find(([path]) => path.test(pathname)) ?? []
    return Response.json({ success: true, data: data ?? [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const shares: number[] = []
  await prepare(client, 7, (share) => shares.push(share))
  expect(asked).toContain('/pictures/changed.webp')
  expect(shares.at(-1)).toBe(1)
})

test('the months of its counters are taken along', async () => {
  await open(86_400_000)
  const counter = aMeter({ id: 1, inspection_id: 7, is_cumulative: true })
  const answers: [RegExp, unknown][] = [
    [/\/meters$/, [counter, aMeter({ id: 2, inspection_id: 8, is_cumulative: true })]],
    [/\/me$/, anAccount()],
  ]
  const asked: string[] = []
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname === '/api/v1/usages') asked.push(`${searchParams.get('meter_ids')}`)
    const [, data] = answers.find(([path]) => path.test(pathname)) ?? []
    return Response.json({ success: true, data: data ?? [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await prepare(client, 7, () => undefined)
  expect(asked).toEqual(['1', '1'])
})
