// Covers docs/requirements.md: 726, 728, 729

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { MeterTerms } from '../../../../contract/usage/terms.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { aMeter, someTerms } from '../../../../tests/support/responses/meters.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TermsHistory } from './TermsHistory.tsx'

const dated = someTerms({ id: 22, valid_from: '2026-11-15T10:00:00+09:00', multiplier: 40 })
const months = [
  { from: '2026-11-01T00:00:00+09:00', to: '2026-11-20T09:00:00+09:00', before: 300, after: 200 },
  { from: '2026-10-01T00:00:00+09:00', to: '2026-11-01T00:00:00+09:00', before: null, after: 0.04 },
]

let rows: MeterTerms[] = []
let effect: object = { count: 2, months }
/** Query of each effect that was asked for. */
let asked: Record<string, string>[] = []
let sent: { method: string; path: string; body: unknown }[] = []
/** Answers a change; undefined: with success. */
let refusal: object | undefined
let answer: (request: Request) => Promise<void> = () => Promise.resolve()

beforeEach(() => {
  rows = [dated, someTerms()]
  effect = { count: 2, months }
  asked = []
  sent = []
  refusal = undefined
  answer = () => Promise.resolve()
  // 16:00 of the 20th in Tokyo.
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-11-20T07:00:00Z')))
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname: path, searchParams } = new URL(request.url)
    await answer(request)
    if (path.endsWith('/terms-effect')) {
      asked.push(Object.fromEntries(searchParams))
      return Response.json({ success: true, data: effect })
    }
    if (request.method === 'GET') return Response.json({ success: true, data: rows })
    const body = request.method === 'DELETE' ? null : await request.json()
    sent.push({ method: request.method, path, body })
    if (refusal !== undefined) return Response.json(refusal, { status: 400 })
    return Response.json({ success: true, data: body === null ? { id: 22 } : dated })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
  notify.clear()
})

async function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const meter = aMeter({ decimal_point: 1, is_cumulative: true, multiplier: 40 })
  const screen = await show(
    <QueryClientProvider client={client}>
      <TermsHistory meter={meter} unit="kWh" />
    </QueryClientProvider>,
  )
  return { screen, items: screen.getByRole('list', { name: '倍率と桁数の履歴' }).getByRole('listitem') }
}

describe('the history of multiplier and digits', () => {
  it('lists what applied from when on, the present terms first', async () => {
    const { items } = await shown()
    await expect
      .element(items.first())
      .toMatchTextContent(/^2026\/11\/15 10:00から 倍率 40、5 桁（小数点以下 1 桁）今の設定$/)
    await expect.element(items.nth(1)).toMatchTextContent(/^最初から 倍率 60、5 桁（小数点以下 1 桁）$/)
  })

  it('says that nothing has changed where there is one entry, which cannot be deleted', async () => {
    rows = [someTerms({ digit_number: null, decimal_point: null })]
    const { screen, items } = await shown()
    await expect
      .element(items)
      .toMatchTextContent(/倍率 60、桁数は未登録今の設定。途中で変わったことはありません/)
    await expect.element(screen.getByRole('button', { name: '最初からの設定を修正' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /削除/ })).not.toBeInTheDocument()
  })

  it('shows that it loads, and offers another try where that fails', async () => {
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
    answer = () => waiting.then(() => Promise.reject(new TypeError('cut')))
    const { screen, items } = await shown()
    await expect.element(screen.getByRole('status', { name: '読み込み中' })).toBeVisible()
    goOn()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    answer = () => Promise.resolve()
    await screen.getByRole('button', { name: '再試行' }).click()
    await expect.element(items.first()).toBeVisible()
  })

  it('gets a change from today on by keyboard alone, with the months that it changes', async () => {
    const { screen } = await shown()
    await expect.element(screen.getByRole('button', { name: '変更を追加' })).toBeVisible()
    screen.getByRole('button', { name: '変更を追加' }).element().focus()
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('dialog', { name: '倍率と桁数の変更を追加' })
    const multiplier = dialog.getByRole('textbox', { name: '倍率' })
    await expect.element(multiplier).toHaveFocus()
    await expect
      .element(dialog.getByRole('button', { name: /^いつから/ }))
      .toMatchTextContent(/2026\/11\/20 00:00/)
    await expect.element(dialog.getByText(/使用量が変わ/)).not.toBeInTheDocument()
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}３０')
    await expect.element(dialog.getByText('2 か月の使用量が変わります。')).toBeVisible()
    const changed = dialog.getByRole('list', { name: '使用量が変わる月' }).getByRole('listitem')
    await expect
      .element(changed.first())
      .toMatchTextContent(/^2026年11月（途中まで） 300\.0 kWh → 200\.0 kWh$/)
    await expect.element(changed.nth(1)).toMatchTextContent(/^2026年10月 不明 → 0\.0 kWh$/)
    expect(asked.at(-1)).toEqual({
      valid_from: '2026-11-20 00:00:00',
      multiplier: '30',
      digit_number: '5',
      decimal_point: '1',
    })
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    const body = { valid_from: '2026-11-20 00:00:00', multiplier: 30, digit_number: 5, decimal_point: 1 }
    expect(sent).toEqual([{ method: 'POST', path: '/api/v1/meters/3/terms', body }])
    await expect.element(screen.getByRole('button', { name: '変更を追加' })).toHaveFocus()
  })

  it('asks before it saves months that were not shown yet, and leads back to the multiplier', async () => {
    const { screen } = await shown()
    const { promise: waiting, resolve: goOn } = Promise.withResolvers<void>()
    answer = ({ url }) => (url.includes('/terms-effect') ? waiting : Promise.resolve())
    await screen.getByRole('button', { name: '最初からの設定を修正' }).click()
    const multiplier = screen.getByRole('textbox', { name: '倍率' })
    await expect.element(multiplier).toHaveFocus()
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}50{Enter}')
    goOn()
    const question = screen.getByRole('dialog', { name: '使用量が変わります' })
    await expect.element(question).toMatchTextContent(/2 か月の使用量が変わります。2026年11月/)
    expect(sent).toEqual([])
    await question.getByRole('button', { name: '編集に戻る' }).click()
    await expect.element(multiplier).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent)
      .toEqual([
        {
          method: 'PUT',
          path: '/api/v1/meters/3/terms/21',
          body: { multiplier: 50, digit_number: 5, decimal_point: 1 },
        },
      ])
    expect(asked.at(-1)).toEqual({ terms_id: '21', multiplier: '50', digit_number: '5', decimal_point: '1' })
  })

  it('says so where no month changes, and how many more there are than it shows', async () => {
    effect = { count: 0, months: [] }
    const { screen } = await shown()
    await screen.getByRole('button', { name: '変更を追加' }).click()
    await type(screen.getByRole('textbox', { name: '倍率' }), '30')
    await expect.element(screen.getByText('使用量が変わる月はありません。')).toBeVisible()
    effect = { count: 15, months }
    await type(screen.getByRole('textbox', { name: '倍率' }), '20')
    await expect.element(screen.getByText('ほか 13 か月')).toBeVisible()
  })

  it('refuses a wrong multiplier and one that changes nothing at the field, and sends nothing', async () => {
    const { screen } = await shown()
    await screen.getByRole('button', { name: '変更を追加' }).click()
    const multiplier = screen.getByRole('textbox', { name: '倍率' })
    await expect.element(multiplier).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(multiplier).toHaveAccessibleDescription(/この日時の設定と同じです/)
    for (const wrong of ['0', '四十', '']) {
      await type(multiplier, wrong)
      await userEvent.keyboard('{Enter}')
      await expect.element(multiplier).toHaveAccessibleDescription(/0 より大きく 1,000,000 以下の数値/)
    }
    expect([sent, asked]).toEqual([[], []])
  })

  it('refuses a day on which other terms begin at the field', async () => {
    rows = [{ ...dated, valid_from: '2026-11-20T10:00:00+09:00' }, someTerms()]
    const { screen } = await shown()
    await screen.getByRole('button', { name: '変更を追加' }).click()
    await type(screen.getByRole('textbox', { name: '倍率' }), '30')
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByText('この日に始まる設定が登録されています')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^いつから/ })).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('shows what the server refuses at the field that it names', async () => {
    refusal = {
      success: false,
      code: 'validation_failed',
      messages: ['入力内容が正しくありません'],
      request_id: 'r',
      issues: [{ path: 'decimal_point', message: '小数点以下の桁数は桁数以下にしてください' }],
    }
    effect = { count: 0, months: [] }
    const { screen } = await shown()
    await screen.getByRole('button', { name: '変更を追加' }).click()
    await type(screen.getByRole('textbox', { name: '倍率' }), '30')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(screen.getByRole('combobox', { name: '小数点以下の桁数' }))
      .toHaveAccessibleDescription(/桁数以下にしてください/)
  })

  it('loses an entry only after a question that shows the months', async () => {
    const { screen } = await shown()
    await screen.getByRole('button', { name: '2026/11/15 10:00からの設定を削除' }).click()
    const question = screen.getByRole('dialog', { name: '倍率と桁数の変更の削除' })
    await expect.element(question).toMatchTextContent(/倍率 40、5 桁.*2 か月の使用量が変わります/)
    expect([asked, sent]).toEqual([[{ terms_id: '22' }], []])
    await question.getByRole('button', { name: '削除' }).click()
    await expect
      .poll(() => sent)
      .toEqual([{ method: 'DELETE', path: '/api/v1/meters/3/terms/22', body: null }])
  })
})
