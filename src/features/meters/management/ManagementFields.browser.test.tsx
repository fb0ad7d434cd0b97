// Covers docs/requirements.md: 734, 945

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Meter } from '../../../../contract/meters.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { MeterEdit } from '../MeterEdit.tsx'

const counter = { start_value: null, end_value: null, emergency_start_value: null, emergency_end_value: null }
const meter = aMeter({ id: 3, name: '給水', meter_category_id: 4, is_cumulative: true, ...counter })
const others = [
  aMeter({ id: 1, name: '受水', code: 'W-001' }),
  aMeter({ id: 4, name: '1階 給水', parent_meter_id: 3 }),
  aMeter({ id: 5, name: '厨房 給水', parent_meter_id: 4 }),
]
/** Bodies of changes. */
let sent: object[] = []
let answer: () => Response

beforeEach(() => {
  sent = []
  answer = () => Response.json({ success: true, data: meter })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET')
      return Response.json({ success: true, data: { ...meter, updated_by: null } })
    sent.push(await request.json())
    return answer()
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function edit(edited: Meter = meter) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(metersQuery.queryKey, [edited, ...others])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 4, type: 3, name: 'カウンター' }),
  ])
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'm³', status: 0 }])
  client.setQueryData(costBearersQuery.queryKey, [
    { id: 1, name: '1階 店舗', status: 0 },
    { id: 2, name: '退去済', status: 1 },
  ])
  const dialogs = { renderAssist: () => null, renderArea: () => null }
  const screen = await showRouted(client, <MeterEdit meter={edited} dialogs={dialogs} onEnd={() => {}} />, [
    '/meters/$id',
  ])
  return { screen, update: screen.getByRole('button', { name: '更新' }) }
}

test('the office registers a meter with its code, parent, cost bearer, customer, verification and rounding', async () => {
  const { screen, update } = await edit()
  await type(screen.getByRole('textbox', { name: '管理番号' }), 'Ｗ－００２')
  await screen.getByRole('combobox', { name: '親メーター' }).click()
  await screen.getByRole('option', { name: '受水' }).click()
  await screen.getByRole('combobox', { name: '負担先' }).click()
  await expect.element(screen.getByRole('option', { name: '退去済' })).not.toBeInTheDocument()
  await screen.getByRole('option', { name: '1階 店舗' }).click()
  await type(screen.getByRole('textbox', { name: 'お客様番号' }), '0120-3')
  await type(screen.getByRole('textbox', { name: '検定有効期限' }), '２０２７/３/３１')
  await screen.getByRole('combobox', { name: '指針の丸め' }).click()
  await screen.getByRole('option', { name: '整数に切り捨て' }).click()
  await update.click()
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        code: 'W-002',
        parent_meter_id: 1,
        cost_bearer_id: 1,
        customer_number: '0120-3',
        verification_expires_on: '2027-03-31',
        rounding: 'integer',
      },
    ])
})

test('neither the meter nor one below it can be chosen as its parent', async () => {
  const { screen } = await edit()
  await screen.getByRole('combobox', { name: '親メーター' }).click()
  await expect.element(screen.getByRole('option')).toHaveTextContent('受水')
})

test('a code of another meter is named while it is typed, and one that the server refuses at its field', async () => {
  const { screen, update } = await edit()
  const code = screen.getByRole('textbox', { name: '管理番号' })
  // Others without a code.
  await expect.element(screen.getByText(/^この管理番号は/)).not.toBeInTheDocument()
  await type(code, 'ｗ－００１')
  await expect.element(screen.getByText('この管理番号は「受水」で使用しています')).toBeVisible()
  await type(code, 'W-009')
  const message = 'この管理番号は別のメーターで使用しています'
  answer = () =>
    Response.json(
      {
        success: false,
        code: 'code_taken',
        messages: [message],
        request_id: 'r',
        issues: [{ path: 'code', message }],
      },
      { status: 409 },
    )
  await update.click()
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(code).toHaveFocus()
})

test('a day of an era is understood at once, and sent as a date', async () => {
  const { screen, update } = await edit()
  const day = screen.getByRole('textbox', { name: '検定有効期限' })
  await type(day, 'Ｒ８．１２．２５')
  await expect.element(day).toHaveAccessibleDescription('2026-12-25 と読み取りました')
  await update.click()
  await expect.poll(() => sent).toMatchObject([{ verification_expires_on: '2026-12-25' }])
})

test('a day that does not exist is refused before it is sent', async () => {
  const { screen, update } = await edit()
  const day = screen.getByRole('textbox', { name: '検定有効期限' })
  await type(day, '2027-02-29')
  await update.click()
  await expect.element(screen.getByText(/^1900年以降の日付を/)).toBeVisible()
  await expect.element(day).toHaveFocus()
  expect(sent).toEqual([])
})

test('a gauge has no rounding, and keeps a cost bearer that was disabled', async () => {
  const { screen } = await edit(aMeter({ cost_bearer_id: 2 }))
  await expect.element(screen.getByRole('combobox', { name: '負担先' })).toHaveValue('退去済')
  await expect.element(screen.getByRole('combobox', { name: '指針の丸め' })).not.toBeInTheDocument()
})
