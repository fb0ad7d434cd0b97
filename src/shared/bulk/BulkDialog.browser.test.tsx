// Covers docs/requirements.md: 929, 930

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { BulkPreview } from '../../../contract/import/bulk.ts'
import type { Import } from '../../../contract/import/imports.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { BulkDialog } from './BulkDialog.tsx'

afterEach(() => vi.restoreAllMocks())

const batch: Import = {
  id: 7,
  noun: 'meters',
  bulk: { action: 'change', refusals: [] },
  file_name: null,
  user: { id: 1, username: 'yamada' },
  state: 'draft',
  progress: { done: 0, total: 0 },
  added: 0,
  changed: 0,
  unchanged: 0,
  left_out: 0,
  outcomes: null,
  failure: null,
  created_at: '2026-11-20T09:00:00.000+09:00',
  applied_at: null,
  undone_at: null,
}
const refusals = [{ message: '締めた月の使用量が変わります', count: 1, names: ['水道'] }]
const preview: BulkPreview = {
  batch,
  counts: { changed: 2, unchanged: 1, refused: 1 },
  refusals,
  rows: [
    {
      id: 1,
      name: '受水槽 水位',
      at: null,
      changes: [{ field: 'meter_group_id', before: null, after: '北ポンプ室' }],
    },
  ],
  range_effect: null,
}

/** A server with the batch, which each call changes. */
async function open(onClose = (_isDone: boolean) => {}) {
  await page.viewport(820, 900)
  const calls: string[] = []
  let now = batch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init)
    const { pathname } = new URL(url)
    if (method !== 'GET') calls.push(`${method} ${pathname}`)
    if (pathname.endsWith('/apply'))
      now = { ...now, state: 'applied', changed: 2, left_out: 1, bulk: { action: 'change', refusals } }
    if (pathname.endsWith('/undo'))
      now = { ...now, state: 'undone', outcomes: { reversed: 1, changed: 1, impossible: 0 } }
    return Response.json({ success: true, data: pathname.includes('/imports/') ? now : [] })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(
    client,
    <BulkDialog
      title="まとめて変更"
      action="change"
      fields={<p>項目</p>}
      change={{ meter_group_id: 3 }}
      preview={async () => preview}
      onClose={onClose}
    />,
  )
  await screen.getByRole('button', { name: '変更内容を確認' }).click()
  return { screen, calls }
}

test('a bulk change shows what it would do, what it did and refused, and takes it back', async () => {
  const { screen, calls } = await open()
  await expect
    .element(screen.getByText(/^2件を変更します。1件は変わりません。1件は変更できません。$/))
    .toBeVisible()
  await expect.element(screen.getByText('メーターグループ: 未設定 → 北ポンプ室')).toBeVisible()
  await expect.element(screen.getByText(/締めた月の使用量が変わります（水道）/)).toBeVisible()
  expect(calls).toEqual([])
  await screen.getByRole('button', { name: '2件を変更' }).click()
  await expect.element(screen.getByText('2件を変更しました。1件は変更できませんでした。')).toBeVisible()
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect
    .element(screen.getByText('1件を元に戻しました。1件は、その後に変更されたため残しました。'))
    .toBeVisible()
  expect(calls).toEqual(['POST /api/v1/imports/7/apply', 'POST /api/v1/imports/7/undo'])
})

test('a preview that is left deletes its draft', async () => {
  const { screen, calls } = await open()
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(screen.getByText('項目', { exact: true })).toBeVisible()
  await expect.poll(() => calls).toEqual(['DELETE /api/v1/imports/7'])
})
