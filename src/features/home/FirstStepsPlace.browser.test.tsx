// Covers docs/requirements.md: 936, 937

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { role } from '../../../contract/access.ts'
import { type Meter, meterEndpoints } from '../../../contract/meters.ts'
import { readingEndpoints } from '../../../contract/readings.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { FirstStepsPlace } from './FirstStepsPlace.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const account = anAccount({ role: role.admin })
const trial = aMeter({ id: 9, code: 'お試し' })
const last: Meter['last_reading'] = {
  id: 1,
  value: 0.4,
  created_at: '2026-11-02T09:00:00+09:00',
  is_abnormal: false,
  is_unsure: false,
  read_state: null,
  thumbnail: null,
}

function open(meters = [{ ...trial, last_reading: last }], as = account, devices = [aDevice()]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, as)
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(unitsQuery.queryKey, [{ id: 3, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [aCategory()])
  client.setQueryData(devicesQuery.queryKey, devices)
  client.setQueryData(usersQuery(as.organization.id).queryKey, [])
  const content = (
    <>
      <FirstStepsPlace />
      <p>その下の内容</p>
    </>
  )
  return showRouted(client, content, ['/meters', '/meters/$id', '/import', '/devices', '/users', '/help'])
}

test('an empty organization is told what to set up, and what of it is done', async () => {
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'はじめに設定すること' })).toBeVisible()
  const steps = screen.getByRole('listitem')
  await expect.element(steps).toHaveLength(5)
  const titles = steps.elements().map((step) => step.querySelector('p')?.textContent)
  expect(titles).toEqual(['単位（済み）', 'メーター', '端末か人（済み）', '異常範囲', '通知先'])
  await expect
    .element(screen.getByRole('link', { name: '表から取り込む' }))
    .toHaveAttribute('href', '/import?noun=meters')
})

test.each([
  ['a meter of its own has a reading', [trial, aMeter({ last_reading: last })], account],
  ['a general user looks', [trial], anAccount({ role: role.general })],
])('where %s there are no first steps', async (_, meters, as) => {
  const screen = await open(meters, as)
  await expect.element(screen.getByText('その下の内容')).toBeVisible()
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
})

test('a press registers the meter that can be tried and sends its photograph; the next sends an abnormal one', async () => {
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const original = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return original(input, init)
    if (request.method === 'GET') return Response.json({ success: true, data: [trial] })
    sent.push({ path: pathname, body: await request.json() })
    return Response.json({ success: true, data: { ...trial, key: 'k' } })
  })
  const screen = await open([])
  await screen.getByRole('button', { name: 'お試しのメーターで試す' }).click()
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/api/v1/meters', '/api/v1/meter-value'])
  const [created, first] = sent.map(({ body }) => body)
  expect(meterEndpoints.createMeter.body.parse(created)).toMatchObject({
    code: 'お試し',
    meter_unit_id: 3,
    emergency_start_value: 0.8,
  })
  expect(readingEndpoints.createReading.body.parse(first)).toMatchObject({ meter_id: 9, value: null })
  await screen.getByRole('button', { name: '異常な値の写真を送る' }).click()
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent[2]?.body).toMatchObject({ meter_id: 9, value: null })
  expect(sent[2]?.body.image_base64).not.toBe(first?.image_base64)
  await expect
    .element(screen.getByRole('link', { name: 'お試しの圧力計を開く' }))
    .toHaveAttribute('href', '/meters/9')
})
