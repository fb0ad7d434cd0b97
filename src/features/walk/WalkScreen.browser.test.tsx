// Covers docs/requirements.md: 158, 500, 502, 533, 545, 604, 625, 628, 632, 654, 678, 1012

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { changeRow, decideCapture, listRows, saveCapture } from '../../../offline/outbox.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { photograph, replaced, resetPhone, skipped } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { aRound, aStop } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { WalkBar } from './WalkBar.tsx'
import { WalkScreen } from './WalkScreen.tsx'

const { id: userId, organization } = anAccount()
/** Round gauges, and special meters, which cannot be read. */
const categories: Category[] = [
  aCategory({ id: 1, type: 0, name: '丸型' }),
  aCategory({ id: 7, type: 4, name: '特殊' }),
]
const owner = { userId, organizationId: organization.id }
const times = { created_at: '2026-11-01T09:00:00+09:00', updated_at: '2026-11-01T09:00:00+09:00' }
const ofRound = (id: number, name: string): Meter =>
  aMeter({ id, name, device: { id: 9, name: '巡回', type: 5, status: 1 }, inspection_id: 7 })

beforeEach(async () => {
  await resetPhone()
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('clockOffset')
  notify.clear()
})

const threeMeters = [ofRound(1, '受水槽 水位'), ofRound(2, '冷却水圧力'), ofRound(3, '電力量計')]

async function open(
  meters = threeMeters,
  shown = <WalkScreen inspectionId={7} />,
  round: Partial<Parameters<typeof aRound>[0]> = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, categories)
  client.setQueryData(inspectionsQuery.queryKey, [
    { id: 7, name: '朝の巡回', contact: '', organization_id: organization.id, ...times },
  ])
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(roundsQuery.queryKey, [
    aRound({
      inspection_id: 7,
      stops: [aStop(3, '地下1階 電気室'), aStop(1, '屋上'), aStop(2, '機械室')],
      ...round,
    }),
  ])
  const screen = await showRouted(client, shown, ['/capture-meter-value/$id', '/walk/$id'])
  const stops = screen.getByRole('list', { name: '点検するメーター' }).getByRole('listitem')
  return { screen, stops, counts: screen.getByRole('region', { name: '進み具合' }) }
}

test('the round goes on at the first meter that is left, and what the phone holds is done', async () => {
  const { id } = await saveCapture(photograph(owner, { meterId: 3 }))
  const { screen, stops, counts } = await open()
  await expect.element(stops.first()).toMatchTextContent(/電力量計.*値は未確定.*撮影済.*未送信/)
  await decideCapture(id, null)
  await expect.element(stops.first()).toMatchTextContent(/電力量計.*地下1階 電気室.*読取待ち.*撮影済.*未送信/)
  await expect
    .element(counts)
    .toMatchTextContent(/予定3.*撮影1.*スキップ0.*残り2.*撮影とスキップの記録.*送信済 0.*未送信 1/)
  await expect
    .element(screen.getByRole('link', { name: '巡回を続ける 受水槽 水位' }))
    .toHaveAttribute('href', '/capture-meter-value/1')
  await type(screen.getByRole('searchbox', { name: 'この点検のメーターを探す' }), '機械室')
  await expect.element(stops).toMatchTextContent(/^3冷却水圧力/)
})

test('a picture that waits says whether for settings or for a value, in the round and as the last one', async () => {
  const created_at = '2026-11-20T09:00:00+09:00'
  const waiting = { id: 9, value: null, created_at, is_abnormal: false, is_unsure: false, thumbnail: null }
  const special = { meter_category_id: 7 }
  const last_reading = { ...waiting, read_state: 3 } as const
  const meters = [
    ofRound(1, '受水槽 水位'),
    { ...ofRound(2, '冷却水圧力'), ...special },
    { ...ofRound(3, '電力量計'), last_reading },
    { ...ofRound(4, '排水槽'), ...special, last_reading },
  ]
  const reading = { ...last_reading, user: null }
  const { stops } = await open(meters, undefined, {
    stops: [{ ...aStop(1), reading }, { ...aStop(2), reading }, aStop(3), aStop(4)],
  })
  await expect.element(stops.nth(0)).toMatchTextContent(/受水槽 水位.*設定待ち撮影済/)
  await expect.element(stops.nth(1)).toMatchTextContent(/冷却水圧力.*入力待ち撮影済/)
  await expect.element(stops.nth(2)).toMatchTextContent(/電力量計.*前回設定待ち$/)
  await expect.element(stops.nth(3)).toMatchTextContent(/排水槽.*前回入力待ち$/)
})

test('a photograph of an earlier round that waits to be read is no missing data', async () => {
  const yesterday = Date.now() - 30 * 3_600_000
  await saveCapture(photograph(owner, { meterId: 1, capturedAt: yesterday }))
  const { id } = await saveCapture(photograph(owner, { meterId: 2, capturedAt: yesterday }))
  await decideCapture(id, { value: 0.37, valueSource: 'accepted' })
  const { stops } = await open()
  await expect.element(stops.nth(1)).toMatchTextContent(/受水槽 水位.*前回読取待ち未送信$/)
  await expect.element(stops.nth(2)).toMatchTextContent(/冷却水圧力.*前回0\.37MPa未送信/)
})

test('a skip needs a reason, その他 also words, and is kept with them', async () => {
  const { screen, stops, counts } = await open()
  const later = 'あとで撮影すると、スキップは取り消されます。'
  await screen.getByRole('button', { name: '電力量計をスキップ' }).click()
  await expect.element(screen.getByRole('dialog').getByText(later)).toBeVisible()
  // Within reach of the thumb.
  for (const reason of ['撮影不可', '停止中', '立入不可', 'その他']) {
    const { top, bottom } = screen.getByRole('button', { name: reason }).element().getBoundingClientRect()
    expect(top).toBeGreaterThan(844 / 2)
    expect(bottom).toBeLessThanOrEqual(844)
  }
  await screen.getByRole('button', { name: '停止中' }).click()
  await expect.element(screen.getByRole('alert').getByText(later)).toBeVisible()
  await expect.element(stops.first()).toMatchTextContent(/スキップ.*未送信.*停止中/)
  localStorage.setItem('clockOffset', '-600000')
  await screen.getByRole('button', { name: '受水槽 水位をスキップ' }).click()
  await screen.getByRole('button', { name: 'その他' }).click()
  const note = screen.getByRole('textbox', { name: '理由' })
  await expect.element(note).toHaveFocus()
  await screen.getByRole('button', { name: 'スキップ', exact: true }).click()
  await expect.element(note).toHaveAccessibleDescription('理由を入力してください')
  await expect.element(note).toHaveFocus()
  await userEvent.keyboard('扉の鍵がない')
  await screen.getByRole('button', { name: 'スキップ', exact: true }).click()
  await expect.element(stops.nth(1)).toMatchTextContent(/その他（扉の鍵がない）/)
  await expect.element(counts).toMatchTextContent(/予定3.*撮影0.*スキップ2.*残り1.*未送信 2/)
  expect(await listRows(userId)).toMatchObject([
    { kind: 'skip', meterId: 1, reason: 'other', note: '扉の鍵がない', owner, clockOffset: -600_000 },
    { kind: 'skip', meterId: 3, reason: 'stopped', note: '', owner },
  ])
  await expect.element(screen.getByRole('link', { name: /冷却水圧力 を撮影/ })).toHaveFocus()
})

test('by keys, a skip leads to the next meter that is left, and one that cannot be stored keeps the focus', async () => {
  await page.viewport(1440, 900)
  const { screen, stops } = await open()
  const skip = screen.getByRole('button', { name: '電力量計をスキップ' })
  await expect.element(skip).toBeVisible()
  skip.element().focus()
  await userEvent.keyboard('{Enter}')
  const reason = screen.getByRole('button', { name: '停止中' })
  await dialogHasFocus(/停止中/)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  reason.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('スキップを保存できませんでした')).toBeVisible()
  await expect.element(reason).toHaveFocus()
  put.mockRestore()
  await userEvent.keyboard('{Enter}')
  await expect.element(stops.first()).toMatchTextContent(/スキップ.*未送信.*停止中/)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: /受水槽 水位 を撮影/ })).toHaveFocus()
})

test('under the shutter a meter of which the round has a photograph is not skipped: it would stay 撮影済', async () => {
  await saveCapture(photograph(owner, { meterId: 3 }))
  const bars = threeMeters.map((meter) => <WalkBar key={meter.id} meter={meter} />)
  const { screen } = await open(threeMeters, <div>{bars}</div>)
  const skip = screen.getByRole('button', { name: 'スキップ' })
  await expect.element(screen.getByRole('link', { name: '1 / 3' }).first()).toBeVisible()
  await expect.poll(() => skip.elements().length).toBe(2)
})

test('a meter that is to be photographed again says who asks, comes next and is not skipped', async () => {
  const reading = {
    id: 8,
    value: 0.3,
    created_at: new Date().toISOString(),
    is_abnormal: false,
    is_unsure: true,
    read_state: null,
    thumbnail: null,
    user: null,
  }
  const retake = { requested_by: '佐藤', requested_at: new Date().toISOString() }
  const stops = [aStop(3), aStop(1), { ...aStop(2), reading, retake }]
  await saveCapture(photograph(owner, { meterId: 3 }))
  await saveCapture(photograph(owner, { meterId: 1 }))
  const { screen } = await open(threeMeters, <WalkScreen inspectionId={7} />, { stops })
  const stop = screen.getByRole('link', { name: /冷却水圧力.*を撮影/ }).last()
  await expect.element(stop).toMatchTextContent(/撮り直し依頼（佐藤）/)
  await expect.element(stop).toHaveAttribute('aria-current', 'step')
  await expect.element(screen.getByRole('button', { name: '冷却水圧力をスキップ' })).not.toBeInTheDocument()
})

test('a skip is undone while it is on the phone, in the notification and in its row', async () => {
  const { screen, counts } = await open()
  for (const undo of [/^元に戻す/, '電力量計のスキップを取り消す']) {
    await screen.getByRole('button', { name: '電力量計をスキップ' }).click()
    await screen.getByRole('button', { name: '立入不可' }).click()
    await expect.element(counts).toMatchTextContent(/スキップ1.*残り2/)
    await screen.getByRole('button', { name: undo }).click()
    await expect.element(counts).toMatchTextContent(/スキップ0.*残り3/)
    expect(await listRows(userId)).toEqual([])
  }
  await expect.element(screen.getByRole('link', { name: /電力量計 を撮影/ })).toHaveFocus()
})

test('a skip that may have arrived is taken back without a connection, and the message says what follows', async () => {
  const { id } = await skipped(owner, { meterId: 3 })
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  const { screen, counts } = await open()
  await screen.getByRole('button', { name: '電力量計のスキップを取り消す' }).click()
  await expect.element(screen.getByText(/取り消しもサーバーへ送信します/)).toBeVisible()
  await expect.element(counts).toMatchTextContent(/スキップ0.*残り3/)
  expect(await listRows(userId)).toMatchObject([{ kind: 'withdrawal', targetId: id, state: 'queued' }])
})

test('with text of twice the size the name of a skipped meter keeps its width, and the page fits', async () => {
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.cssText = ''
  })
  await skipped(owner, { meterId: 3 })
  const { screen } = await open()
  const undo = screen.getByRole('button', { name: '電力量計のスキップを取り消す' })
  await expect.element(undo).toBeVisible()
  // Five characters, which fit on one line.
  const name = screen.getByText(/^電力量計/).element()
  expect(name.getBoundingClientRect().height).toBeLessThan(2 * 32 * 1.4)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('of a long round only the rows near the screen are drawn, and a search finds the others', async () => {
  const { screen, stops, counts } = await open(
    Array.from({ length: 200 }, (_, index) => ofRound(index + 1, `ポンプ ${index + 1}号機`)),
  )
  await expect.element(counts).toMatchTextContent(/予定200/)
  await expect.element(stops.first()).toBeVisible()
  expect(stops.elements().length).toBeLessThan(50)
  await type(screen.getByRole('searchbox', { name: 'この点検のメーターを探す' }), '197号機')
  await expect.element(stops).toMatchTextContent(/ポンプ 197号機/)
})

test('a meter whose replacement is still on the phone is compared with what the new one showed at first', async () => {
  await replaced(owner, { meterId: 1, newStart: 0.25 })
  const { stops } = await open()
  await expect.element(stops.nth(1)).toMatchTextContent(/受水槽 水位.*前回0\.25.*未送信/)
})
