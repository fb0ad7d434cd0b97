// Covers docs/requirements.md: 921, 922, 949

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer } from '../../../../tests/support/components/lists.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { DataPage } from '../list/DataPage.tsx'

afterEach(() => vi.restoreAllMocks())

const meters = [
  aMeter(),
  aMeter({ id: 11, name: '南棟 圧力', code: 'P-2' }),
  aMeter({ id: 12, name: '受水槽 水位', meter_unit_id: 2 }),
  aMeter({ id: 13, name: '電力量計', meter_category_id: 4 }),
]

/** The list of one meter's 60 readings; `sent`: what bulk calls sent. */
async function open() {
  await page.viewport(1440, 900)
  const all = Array.from({ length: 60 }, (_, index) =>
    aReading({
      id: 60 - index,
      value: 60 - index,
      created_at: `2026-11-20T${String(10 + (index % 9))}:00:00Z`,
    }),
  )
  const sent: { query: string; body: unknown }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.pathname.endsWith('/meters')) return Response.json({ success: true, data: meters, count: 4 })
    if (url.pathname.endsWith('/meters-values')) return Response.json({ success: true, ...answer(all, url) })
    if (!url.pathname.endsWith('/bulk')) return Response.json({ success: true, data: [], count: 0 })
    sent.push({ query: url.search, body: await request.json() })
    return Response.json(
      { success: false, code: 'validation_failed', messages: [], request_id: '1' },
      { status: 400 },
    )
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const nothing = () => undefined
  const screen = await showRouted(
    client,
    <DataPage
      search={{ meter: 3, tab: 'list' }}
      onSearch={nothing}
      onFilters={nothing}
      onOpen={nothing}
      detail={nothing}
    />,
  )
  await screen.getByRole('button', { name: '選択', exact: true }).click()
  return { screen, sent }
}

test('all readings that match are deleted by the filter, not by the rows of the page', async () => {
  const { screen, sent } = await open()
  await screen.getByRole('checkbox', { name: 'このページのすべての行を選択' }).click()
  await screen.getByRole('button', { name: '条件に合う60件すべてを選択' }).click()
  await screen.getByRole('button', { name: '削除', exact: true }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ query: '?meter_ids=3', body: { ids: null, change: { action: 'delete' } } }])
})

test('chosen readings are shifted back by days, hours and minutes', async () => {
  const { screen, sent } = await open()
  await screen
    .getByRole('checkbox', { name: /を選択$/ })
    .nth(1)
    .click()
  await screen.getByRole('button', { name: '日時を移動' }).click()
  await screen.getByText('前へ戻す').click()
  for (const [label, digits] of [
    ['日', '7'],
    ['時間', '1'],
    ['分', '30'],
  ] as const) {
    await screen.getByRole('textbox', { name: label, exact: true }).click()
    await userEvent.keyboard(`{Control>}a{/Control}${digits}`)
  }
  await screen.getByRole('button', { name: '変更内容を確認' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ query: '', body: { ids: [60], change: { action: 'shift', minutes: -(7 * 1440 + 90) } } }])
})

test('chosen readings are moved to a meter of the same unit and category', async () => {
  const { screen, sent } = await open()
  await screen
    .getByRole('checkbox', { name: /を選択$/ })
    .nth(1)
    .click()
  await screen.getByRole('button', { name: '別のメーターへ移動' }).click()
  const field = screen.getByRole('combobox', { name: '移動先のメーター' })
  await screen.getByRole('button', { name: '変更内容を確認' }).click()
  await expect.element(screen.getByText('変更する項目と内容を入力してください。')).toBeVisible()
  await field.click()
  // Neither its own meter nor one of another unit or category.
  await expect
    .poll(() =>
      screen
        .getByRole('listbox')
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['南棟 圧力（P-2）'])
  await screen.getByRole('option', { name: '南棟 圧力（P-2）' }).click()
  await screen.getByRole('button', { name: '変更内容を確認' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ query: '', body: { ids: [60], change: { action: 'move', meter_id: 11 } } }])
})
