// Covers docs/requirements.md: 443, 698, 791

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { MastersScreen } from './MastersScreen.tsx'

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1440, 900)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: true, data: [] }))
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role: 2 }))
  return showRouted(client, <MastersScreen search={{}} onSearch={() => {}} />)
}

test('categories come first, each tab adds its own, and the last tab is remembered', async () => {
  const first = await open()
  await expect
    .element(first.getByRole('tab', { name: 'メーター種別' }))
    .toHaveAttribute('aria-selected', 'true')
  await first.getByRole('button', { name: 'メーター種別を追加' }).click()
  await expect.element(first.getByRole('dialog', { name: 'メーター種別の追加' })).toBeVisible()
  await first.getByRole('button', { name: 'キャンセル' }).click()
  await first.getByRole('tab', { name: '単位' }).click()
  await first.getByRole('button', { name: '単位を追加' }).click()
  await expect.element(first.getByRole('dialog', { name: '単位の追加' })).toBeVisible()
  await first.unmount()
  const second = await open()
  await expect.element(second.getByRole('tab', { name: '単位' })).toHaveAttribute('aria-selected', 'true')
})

test('the meters that have a unit are counted with 件, and while there are any it is not deleted', async () => {
  const answers: Record<string, object[]> = {
    '/api/v1/meters-units': [{ id: 1, name: 'MPa', status: 0 }],
    '/api/v1/meter-units/usage': [{ id: 1, meters: 1200 }],
  }
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    return Response.json({ success: true, data: answers[pathname] ?? [] })
  })
  localStorage.setItem('mastersTab', JSON.stringify('unit'))
  const screen = await open()
  await expect.element(screen.getByRole('cell', { name: '1,200件', exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'MPaを削除' }).click()
  await expect
    .element(screen.getByText(/^「MPa」は1,200件のメーターで使用しているため削除できません。/))
    .toBeVisible()
})

test('a category says before it is saved how many meters change with its name and its type', async () => {
  const category = aCategory({ id: 3, name: 'セグメント', type: 2, description: '数字' })
  const answers: Record<string, object[]> = {
    '/api/v1/meters-categories': [category],
    '/api/v1/meter-categories/usage': [{ id: 3, meters: 4 }],
  }
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    return Response.json({ success: true, data: answers[pathname] ?? [] })
  })
  const screen = await open()
  await expect.element(screen.getByRole('cell', { name: '4件', exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'セグメントを編集' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /種別名/ }).click()
  await userEvent.keyboard('{End}2')
  const shown = 'この種別のメーター 4件の表示が変わります。登録済みの測定値の数値は変わりません。'
  await expect.element(dialog.getByText(shown, { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: /種類/ }).selectOptions('3')
  await expect.element(dialog.getByText(/^この種別のメーター 4件の読み取り方が変わります。/)).toBeVisible()
})

test('a category has limits for the comparisons of closings, also in full-width digits', async () => {
  const category = aCategory({ change_percent: 30, change_least: 0.5 })
  const sent: unknown[] = []
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'PUT') sent.push(await request.json())
    const isList = new URL(request.url).pathname === '/api/v1/meters-categories'
    return Response.json({
      success: true,
      data: request.method === 'PUT' ? category : isList ? [category] : [],
    })
  })
  const screen = await open()
  await expect.element(screen.getByRole('cell', { name: '±30 %、1日 0.5以上' })).toBeVisible()
  await screen.getByRole('button', { name: '円形アナログを編集' }).click()
  const dialog = screen.getByRole('dialog')
  await type(dialog.getByRole('textbox', { name: '説明' }), '電力量計')
  await type(dialog.getByRole('textbox', { name: /しきい値/ }), '1001')
  await type(dialog.getByRole('textbox', { name: /最小量/ }), '-1')
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect.element(dialog.getByText('1から1000までの整数を入力してください')).toBeVisible()
  await expect.element(dialog.getByText('0から1,000,000までの数値を入力してください')).toBeVisible()
  await type(dialog.getByRole('textbox', { name: /しきい値/ }), '２０')
  await type(dialog.getByRole('textbox', { name: /最小量/ }), '１．２５')
  await dialog.getByRole('button', { name: '更新' }).click()
  await expect.poll(() => sent).toMatchObject([{ change_percent: 20, change_least: 1.25 }])
})
