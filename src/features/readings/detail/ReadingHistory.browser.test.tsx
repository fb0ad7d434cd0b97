// Covers docs/requirements.md: 302, 702, 720, 721

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { aCategory } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { readingChangesQuery } from '../../../lib/queries/readings.ts'
import { ReadingHistory } from './ReadingHistory.tsx'

const at = '2026-11-20T15:00:00+09:00'
const early = '2026-11-20T07:00:00+09:00'
const value_format = { unit: 'kPa', decimals: 2 }
const range = { start: 0.8, end: 1, value_format }

test('the history tells who entered or corrected a value, in the unit of that time, or confirmed or corrected its time, changed the range, confirmed the alert and why, changed the comment, and took that back', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(readingChangesQuery(7).queryKey, [
    { id: 4, at, user: 'sato', action: 'range', before: range, after: { start: 0.85, end: 1 } },
    { id: 3, at, user: 'sato', action: 'confirm', range, comment: '弁を閉めた' },
    { id: 2, at, user: 'ito', action: 'undo', range },
    { id: 1, at, user: 'sato', action: 'confirm', range: { start: null, end: null }, comment: null },
    {
      id: 9,
      at,
      user: 'ito',
      action: 'time',
      before: { created_at: early },
      after: { created_at: at },
      reason: null,
    },
    {
      id: 8,
      at,
      user: 'ito',
      action: 'time',
      before: { created_at: at },
      after: { created_at: at },
      reason: null,
    },
    {
      id: 2,
      at,
      user: 'ito',
      action: 'correct',
      before: { value: 0.4, value_format },
      after: { value: 0.9, value_format: { unit: 'MPa', decimals: 3 } },
      reason: '読み間違い',
    },
    { id: 6, at, user: 'ito', action: 'restore', before: null, after: { value: 0.4 } },
    { id: 5, at, user: 'ito', action: 'create', before: null, after: { value: 0.4, value_format } },
    {
      id: 7,
      at,
      user: 'ito',
      action: 'comment',
      before: { comment: null },
      after: { comment: '弁を閉めた' },
    },
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <ReadingHistory reading={aReading()} />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: '変更履歴' }).click()
  const told = screen.getByRole('list', { name: '変更の一覧' }).getByRole('listitem')
  await expect.element(told.nth(0)).toMatchTextContent(/sato.*異常範囲.*0\.80 〜 1\.00 kPa.*0\.85 〜 1\.00$/)
  await expect
    .element(told.nth(1))
    .toMatchTextContent(/sato.*アラートを確認済みに変更.*0\.80 〜 1\.00 kPa.*弁を閉めた/)
  await expect.element(told.nth(2)).toMatchTextContent(/ito.*アラートの確認を取り消し/)
  expect(told.nth(3).element().textContent).toMatch(/アラートを確認済みに変更$/)
  await expect
    .element(told.nth(4))
    .toMatchTextContent(/測定日時.*2026\/11\/20 07:00:00.*2026\/11\/20 15:00:00/)
  await expect.element(told.nth(5)).toMatchTextContent(/測定日時.*2026\/11\/20 15:00:00 で確定/)
  await expect.element(told.nth(6)).toMatchTextContent(/0\.40kPa.*0\.900MPa理由: 読み間違い$/)
  await expect.element(told.nth(7)).toMatchTextContent(/ito0\.4 を元に戻しました$/)
  await expect.element(told.nth(8)).toMatchTextContent(/ito0\.40kPa を入力しました$/)
  await expect.element(told.nth(9)).toMatchTextContent(/itoアラートのコメント（なし）弁を閉めた$/)
})

test('a value that was entered for a waiting picture did not replace missing data', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 1, name: '丸型アナログ', type: 0 })])
  const correction = { at, user: 'ito', action: 'correct', after: { value: 0.9 }, reason: null } as const
  client.setQueryData(readingChangesQuery(7).queryKey, [
    { ...correction, id: 3, before: { value: null } },
    { ...correction, id: 2, before: { value: null, read_state: 0 } },
    { ...correction, id: 1, before: { value: null, read_state: 3 } },
  ])
  const screen = await show(
    <QueryClientProvider client={client}>
      <ReadingHistory reading={aReading()} />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: '変更履歴' }).click()
  const told = screen.getByRole('list', { name: '変更の一覧' }).getByRole('listitem')
  await expect.element(told.nth(0)).toMatchTextContent(/データ無し.*0\.9$/)
  await expect.element(told.nth(1)).toMatchTextContent(/読取中.*0\.9$/)
  await expect.element(told.nth(2)).toMatchTextContent(/設定待ち.*0\.9$/)
})
