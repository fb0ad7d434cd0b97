// Covers docs/requirements.md: 293, 508, 533, 603, 643, 644, 664, 665, 667, 679, 680, 681, 697, 703, 849

import type { Inspection } from '../../../../contract/inspections.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { UsageRow } from '../../../../contract/usage/usages.ts'
import '@mantine/notifications/styles.layer.css'
import { notificationsStore } from '@mantine/notifications'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { setValue } from '../../../../offline/amendments.ts'
import { discardRow, removeRow, setAside } from '../../../../offline/byHand.ts'
import { exportRows } from '../../../../offline/exportRows.ts'
import {
  changeCapture,
  changeRow,
  decideCapture,
  listRows,
  readRow,
  saveCapture,
  setLooksLikeOtherMeter,
} from '../../../../offline/outbox.ts'
import { isAmendment } from '../../../../offline/rows.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import {
  colleague,
  entered,
  inspector,
  photograph,
  queued,
  randomBytes,
  replaced,
  resetPhone,
  skipped,
} from '../../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../../tests/support/responses/meters.ts'
import { aMonth } from '../../../../tests/support/responses/usages.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { inspectionsQuery } from '../../../lib/queries/inspections.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { monthUsagesQuery } from '../../../lib/usages/monthUsages.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { OutboxDrawer } from './OutboxDrawer.tsx'

beforeEach(async () => {
  await resetPhone()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function openDrawer(
  over: Partial<Meter> = {},
  inspections: Inspection[] = [],
  months: UsageRow[] = [],
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const { organization } = anAccount()
  const account = anAccount({
    id: inspector.userId,
    organization: { ...organization, id: inspector.organizationId },
  })
  client.setQueryData(accountQuery.queryKey, account)
  client.setQueryData(metersQuery.queryKey, [aMeter({ id: 3, ...over })])
  client.setQueryData(inspectionsQuery.queryKey, inspections)
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 1, name: '丸型アナログ', type: 0 })])
  client.setQueryData(monthUsagesQuery([3], '2026-12').queryKey, months)
  const screen = await showRouted(client, <OutboxDrawer opened onClose={() => undefined} />)
  await expect.element(screen.getByRole('dialog', { name: '撮影の送信状況' })).toBeVisible()
  const part = (name: string) => screen.getByRole('region', { name, exact: true })
  const choose = async (meter: string, action: string) => {
    await screen.getByRole('button', { name: `「${meter}」のその他の操作` }).click()
    await screen.getByRole('menuitem', { name: action, exact: true }).click()
  }
  /** Enters another value for a row in its dialog and confirms it. */
  const correct = async (meter: string, value: string, action = '値を修正') => {
    await choose(meter, action)
    const dialog = screen.getByRole('dialog', { name: meter })
    const keys = dialog.getByRole('button', { name: 'テンキー' })
    await expect.element(dialog.getByRole('button', { name: '戻る' })).toBeVisible()
    if (keys.query()) await keys.click()
    await type(dialog.getByRole('textbox'), value)
    await dialog.getByRole('button', { name: 'この値で確定' }).click()
    return dialog
  }
  return { screen, part, choose, correct }
}

const hour = 3_600_000

test('what is called unsent counts no photograph that the server has', async () => {
  const names = ['No.1', 'No.2', 'No.3']
  for (const [index, meterName] of names.entries()) {
    const id = await queued(inspector, { meterName, capturedAt: Date.now() - index * 60_000 })
    if (index > 0) await changeCapture(id, (row) => ({ ...row, state: 'sent' }))
  }
  const { part } = await openDrawer()
  await expect.element(part('未送信').getByRole('heading')).toHaveTextContent('未送信 1件')
  await expect.element(part('送信済').getByRole('heading')).toHaveTextContent('送信済 2件')
  await expect.element(part('未送信')).toMatchTextContent(/No\.1/)
  await expect.element(part('未送信')).not.toMatchTextContent(/No\.[23]/)
  await expect.element(part('送信済')).toMatchTextContent(/No\.3.*No\.2/)
})

test('a skip stands among the photographs, with its reason and note', async () => {
  await queued(inspector, { meterName: 'No.1' })
  await skipped(inspector, { meterName: 'No.2', reason: 'other', note: '工事中' })
  const { part } = await openDrawer()
  await expect.element(part('未送信')).toMatchTextContent(/No\.2.*その他（工事中）.*No\.1/)
})

test('a value without a photograph is listed with its value, is corrected, and is withdrawn once an attempt was made', async () => {
  const { id } = await entered(inspector, { meterName: 'No.5' })
  const { screen, part, choose } = await openDrawer()
  await expect.element(part('未送信')).toMatchTextContent(/値だけ.*No\.5.*0\.42/)
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await dialog.getByRole('button', { name: 'テンキー' }).click()
  await dialog.getByRole('textbox').click()
  await type(dialog.getByRole('textbox'), '0.5')
  await dialog.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(part('未送信')).toMatchTextContent(/No\.5.*0\.50/)
  expect(await readRow(id)).toMatchObject({ kind: 'entry', value: 0.5 })

  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  await choose('No.5', '取り消す')
  await screen.getByRole('dialog').getByRole('button', { name: '取り消す' }).click()
  await expect.element(part('未送信')).toMatchTextContent(/値の取り消し/)
})

test('an abnormal value without a photograph, and a correction to one, are marked', async () => {
  await entered(inspector, { meterName: 'No.5', value: 0.9 })
  await entered(inspector, { meterName: 'No.6', value: 0.7 })
  const { id } = await entered(inspector, { meterName: 'No.7', value: 0.5 })
  await changeRow(id, (row) => ({ ...row, attempts: 1 }))
  await setValue(id, { value: 0.95, valueSource: 'corrected' })
  const { part } = await openDrawer()
  const row = (text: string | RegExp) => part('未送信').getByRole('listitem').filter({ hasText: text })
  await expect.element(row('0.90')).toMatchTextContent(/異常\s*0\.90/)
  await expect.element(row(/^修正/)).toMatchTextContent(/異常\s*0\.95/)
  await expect.element(row('0.70')).not.toMatchTextContent(/異常/)
})

test('a sent value is shown as corrected or withdrawn once the server has that, and is not withdrawn twice', async () => {
  const { id } = await entered(inspector, { meterName: 'No.5' })
  const photographed = await queued(inspector, { meterName: 'No.6' })
  for (const sent of [id, photographed])
    await changeRow(sent, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: Date.now() }))
  await setValue(id, { value: 0.5, valueSource: 'corrected' })
  /** The server receives every correction and withdrawal. */
  const receive = async () => {
    for (const { id } of (await listRows(inspector.userId)).filter(isAmendment))
      await changeRow(id, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: Date.now() }))
  }
  const { screen, part } = await openDrawer()
  const row = (name: string) =>
    part('送信済')
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasNotText: /^(修正|取り消し)/ })
  await expect.element(row('No.5')).toMatchTextContent(/0\.50.*修正の送信待ち/)
  await receive()
  await expect.element(row('No.5')).toMatchTextContent(/0\.50.*修正しました/)
  for (const name of ['No.5', 'No.6']) {
    await row(name).getByRole('button').click()
    await screen.getByRole('menuitem', { name: '取り消す' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '取り消す' }).click()
    await expect.element(row(name)).toMatchTextContent(/取り消しの送信待ち/)
    await expect.element(row(name).getByRole('button')).not.toBeInTheDocument()
  }
  await receive()
  for (const name of ['No.5', 'No.6']) await expect.element(row(name)).toMatchTextContent(/取り消しました/)
})

test('the question before a withdrawal says when the server deletes what it has, or what it may have', async () => {
  const sent = await entered(inspector, { meterName: 'No.5' })
  const unsure = await queued(inspector, { meterName: 'No.6' })
  await changeRow(sent.id, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: Date.now() }))
  await changeRow(unsure, (row) => ({ ...row, attempts: 1 }))
  const { screen, choose } = await openDrawer()
  const ask = async (meter: string, what: string, text: string) => {
    await choose(meter, '取り消す')
    const question = screen.getByRole('dialog', { name: `${what}を取り消しますか` })
    await expect.element(question.getByText(text, { exact: true })).toBeVisible()
    await question.getByRole('button', { name: '戻る' }).click()
    await expect.element(question).not.toBeInTheDocument()
  }
  await ask(
    'No.5',
    '値の入力',
    '「No.5」の値を、点検データから削除します。オフラインのときは、電波が戻ると削除します。',
  )
  await ask(
    'No.6',
    '撮影',
    '送信を始めているため、「No.6」の写真と値を、サーバーが受け取ったあとに点検データから削除します。',
  )
})

test('an abnormal value that is confirmed here says whom to call, and stays until it is closed', async () => {
  const { id } = await entered(inspector, { meterName: 'No.5' })
  const updated_at = new Date().toISOString()
  const inspection = { id: 5, name: '日次', contact: '設備課 03-1234-5678', organization_id: 10, updated_at }
  const { screen, correct } = await openDrawer({ inspection_id: 5 }, [inspection])
  await correct('No.5', '0.9')
  await screen
    .getByRole('dialog', { name: '0.90 MPa で確定しますか' })
    .getByRole('button', { name: 'この値で確定' })
    .click()
  const notice = screen.getByRole('dialog', { name: 'No.5' })
  await expect
    .element(notice.getByRole('alert'))
    .toMatchTextContent(
      /^異常な値です.*アラートはまだ届いていません。.*電話で知らせてください。連絡先 設備課 03-1234-5678$/,
    )
  await changeRow(id, (row) => ({ ...row, state: 'sent', attempts: 1, sentAt: Date.now() }))
  await expect
    .element(notice.getByRole('alert'))
    .toMatchTextContent(/^異常な値です.*急ぐときは、電話でも知らせてください。連絡先/)
  await expect.element(screen.getByRole('region', { name: '送信済' })).toMatchTextContent(/No\.5/)
  await notice.getByRole('button', { name: '閉じる' }).last().click()
  await expect.element(notice).not.toBeInTheDocument()
})

test('a value that is set here is asked about where its photograph is doubtful, and keeps the doubts', async () => {
  const bytes = randomBytes()
  const first = await saveCapture(photograph(inspector, { meterName: 'No.5', bytes }))
  await setLooksLikeOtherMeter(first.id, true)
  const { screen, part, correct } = await openDrawer()
  const answer = async (text: string) => {
    const question = screen.getByRole('dialog', { name: '0.50 MPa で確定しますか' })
    await expect.element(question.getByText(text, { exact: true })).toBeVisible()
    await question.getByRole('button', { name: 'この値で確定' }).click()
  }
  await correct('No.5', '0.5', '値を入力')
  await answer('写真は別のメーターのようです。')
  await expect.poll(() => readRow(first.id)).toMatchObject({ value: 0.5, confirmedDoubts: ['other_meter'] })

  const { id } = await saveCapture(photograph(inspector, { meterName: 'No.6', bytes }))
  await expect.element(part('未送信')).toMatchTextContent(/No\.6/)
  await correct('No.6', '0.5', '値を入力')
  await answer('このメーターには、同じ写真がすでにあります。')
  await expect.poll(() => readRow(id)).toMatchObject({ value: 0.5, confirmedDoubts: ['same_picture'] })
})

test('a value that is set here and makes the month implausible is asked about, and keeps that', async () => {
  const clockOffset = Date.now() - Date.parse('2026-12-15T09:00:00+09:00')
  localStorage.setItem('clockOffset', String(clockOffset))
  const counter = { is_cumulative: true, start_value: null, end_value: null, emergency_start_value: null }
  const evidence = [{ value: 1050, created_at: '2026-12-06T00:00:00+09:00' }]
  const { id } = await saveCapture(photograph(inspector, { meterName: 'No.5' }))
  await changeCapture(id, (row) => ({ ...row, clockOffset }))
  const { screen, correct } = await openDrawer(
    { ...counter, evidence },
    [],
    [
      aMonth('2026-11', 300),
      aMonth('2026-12', null, { so_far: { usage: 50, value: 1050, at: '2026-12-06' } }),
    ],
  )
  await correct('No.5', '1300', '値を入力')
  const question = screen.getByRole('dialog', { name: '1,300.00 MPa で確定しますか' })
  await expect
    .element(question)
    .toMatchTextContent(/今月はここまで1日あたり 20\.9 MPa で、先月の 10 MPa より 109 %/)
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect.poll(() => readRow(id)).toMatchObject({ value: 1300, confirmedDoubts: ['unusual_month'] })
})

test('a correction in the outbox is said to be sent, unless the server gets the value with the row', async () => {
  const early = await entered(inspector, { meterName: 'No.5' })
  const refused = await entered(inspector, { meterName: 'No.6' })
  const sent = await entered(inspector, { meterName: 'No.7' })
  await changeRow(refused.id, (row) => ({ ...row, attempts: 1, state: 'rejected' }))
  await setAside(refused.id)
  await changeRow(sent.id, (row) => ({ ...row, attempts: 1, state: 'sent', sentAt: Date.now() }))
  const { screen, correct } = await openDrawer()
  const note = (text: string) => screen.getByText(text, { exact: true })
  await correct('No.5', '0.5')
  await expect.element(note('「No.5」の値を修正しました')).toBeVisible()
  await correct('No.6', '0.5')
  await expect.element(note('「No.6」の値を修正しました。サーバーに送信します。')).toBeVisible()
  expect(await readRow(refused.id)).toMatchObject({ state: 'queued', value: 0.5 })
  await correct('No.7', '0.5')
  await expect.element(note('「No.7」の修正をサーバーに送信します。')).toBeVisible()
  expect(await readRow(early.id)).toMatchObject({ state: 'queued', value: 0.5 })
})

test('after 修正する the first key replaces the value that was asked about', async () => {
  await entered(inspector, { meterName: 'No.5' })
  const { screen, choose } = await openDrawer()
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await dialog.getByRole('button', { name: 'テンキー' }).click()
  const field = dialog.getByRole('textbox')
  await type(field, '5')
  await dialog.getByRole('button', { name: 'この値で確定' }).click()
  await screen.getByRole('button', { name: '修正する' }).click()
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('5')
  await dialog.getByRole('button', { name: '6', exact: true }).click()
  await expect.element(field).toHaveValue('6')
})

test('after 修正する the button that asked has the focus again', async () => {
  await entered(inspector, { meterName: 'No.5' })
  const { screen, choose } = await openDrawer()
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await dialog.getByRole('button', { name: '一の位を9にする' }).click()
  const confirm = dialog.getByRole('button', { name: 'この値で確定' })
  await confirm.click()
  await screen.getByRole('button', { name: '修正する' }).click()
  await expect.element(confirm).toHaveFocus()
})

test('a value is compared with the start value of a new meter that this device has not sent yet', async () => {
  await replaced(inspector, { decimalPoint: 2, newStart: 0.1, replacedAt: Date.now() - 3_600_000 })
  await entered(inspector, { meterName: 'No.5' })
  const { screen, choose } = await openDrawer()
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await expect.element(dialog.getByRole('definition').first()).toMatchTextContent(/^0\.10 MPa/)
})

test('a value from before a replacement that this device has not sent yet is compared with the value before it', async () => {
  const at = Date.now() - 2 * hour
  const { id } = await entered(inspector, { meterName: 'No.5', capturedAt: at })
  await replaced(inspector, { decimalPoint: 2, newStart: 0, replacedAt: at + hour })
  const created_at = new Date(at - 24 * hour).toISOString()
  const { screen, correct } = await openDrawer({ evidence: [{ value: 0.4, created_at }] })
  await correct('No.5', '0.75')
  const question = screen.getByRole('dialog', { name: '0.75 MPa で確定しますか' })
  await expect.element(question).toMatchTextContent(/前回の 0\.40 MPa から大きく変わり/)
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect.poll(() => readRow(id)).toMatchObject({ value: 0.75, confirmedDoubts: ['large_change'] })
})

test('of several values that were not sent each is compared with the one before it', async () => {
  const at = Date.now() - 3 * hour
  for (const [index, value] of [0.1, 0.2, 0.3].entries())
    await entered(inspector, { meterName: `No.${index}`, value, capturedAt: at + index * hour })
  const created_at = new Date(at - 24 * hour).toISOString()
  const { screen, choose } = await openDrawer({ evidence: [{ value: 0.9, created_at }] })
  await choose('No.1', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.1' })
  await expect.element(dialog.getByRole('definition').first()).toMatchTextContent(/^0\.10 MPa/)
})

/** The server's latest readings are from after the value in the outbox. */
const later = () => {
  const created_at = new Date().toISOString()
  const last_reading = {
    id: 9,
    value: 0.9,
    created_at,
    is_abnormal: false,
    is_unsure: false,
    read_state: null,
    thumbnail: null,
  }
  return { evidence: [{ value: 0.9, created_at }], last_reading }
}

test('an older value is compared with the one that the server has from before it', async () => {
  const at = Date.now() - 2 * hour
  await entered(inspector, { meterName: 'No.5', capturedAt: at })
  const before = { value: 0.25, created_at: new Date(at - hour).toISOString() }
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.endsWith('/meters/3/values-around')) throw new TypeError('offline')
    return Response.json({ success: true, data: { before, after: null } })
  })
  const { screen, choose } = await openDrawer(later())
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await expect.element(dialog.getByRole('definition').first()).toMatchTextContent(/^0\.25 MPa/)
})

test('without a connection, the value before an older one is not known, which is not data that is missing', async () => {
  await entered(inspector, { meterName: 'No.5', capturedAt: Date.now() - 2 * hour })
  const { screen, choose } = await openDrawer(later())
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await expect.element(dialog.getByRole('definition').first()).toHaveTextContent('この端末にありません')
})

test('a value behind a photograph that waits to be read is not compared with missing data', async () => {
  await queued(inspector, { meterName: 'No.4', capturedAt: Date.now() - hour })
  await entered(inspector, { meterName: 'No.5' })
  const { screen, choose } = await openDrawer()
  await choose('No.5', '値を修正')
  const dialog = screen.getByRole('dialog', { name: 'No.5' })
  await expect.element(dialog.getByRole('definition').first()).toHaveTextContent('読取待ち')
})

test('a replacement stands among them with its values, is set aside, discarded and taken back', async () => {
  const { id } = await replaced(inspector, { meterName: 'No.4', note: '検定満了' })
  const { screen, part, choose } = await openDrawer()
  await expect.element(part('未送信')).toMatchTextContent(/No\.4.*9,120\.5 m³ → 3\.0 m³.*検定満了/)
  await choose('No.4', '保留にする')
  await expect.element(part('保留').getByRole('heading')).toHaveTextContent('保留 1件')
  await screen.getByRole('button', { name: '保留をやめる' }).click()
  await choose('No.4', '破棄')
  const undo = screen.getByRole('alert').filter({ hasText: '「No.4」の交換の記録を破棄しました' })
  await undo.getByRole('button', { name: /元に戻す/ }).click()
  await expect.element(part('未送信')).toMatchTextContent(/No\.4/)
  expect(await readRow(id)).toMatchObject({ state: 'queued' })
})

test('requirement 5: a row is set aside by hand, no longer counts as unsent, and is taken back', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  const { screen, part, choose } = await openDrawer()
  await choose('No.1', '保留にする')
  await expect.element(part('保留').getByRole('heading')).toHaveTextContent('保留 1件')
  await expect.element(part('未送信')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '保留をやめる' }).click()
  await expect.element(part('未送信')).toMatchTextContent(/No\.1/)
  expect(await readRow(id)).toMatchObject({ state: 'queued' })
})

test('what was set aside is deleted after the questions, and is withdrawn if an attempt may have reached the server', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  await changeCapture(id, (row) => ({ ...row, attempts: 1 }))
  const { screen, part, choose } = await openDrawer()
  await choose('No.1', '保留にする')
  await expect.element(part('保留')).toMatchTextContent(/No\.1/)
  await choose('No.1', '削除')
  const answer = (name: string) => screen.getByRole('dialog').getByRole('button', { name }).click()
  await answer('書き出さずに進む')
  await expect.element(screen.getByText(/サーバーに届いていた場合は、そちらも取り消します/)).toBeVisible()
  await answer('削除')
  await expect.element(part('保留')).not.toBeInTheDocument()
  await expect.element(part('未送信')).toMatchTextContent(/No\.1.*撮影の取り消し/)
  expect(await listRows(inspector.userId)).toMatchObject([{ kind: 'withdrawal', targetId: id }])
})

test('before what the server has with another value is deleted, it is said that it is withdrawn there', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  const lastError = { code: 'key_reused' as const, status: 422, messages: [], at: Date.now() }
  await changeCapture(id, (row) => ({ ...row, attempts: 1, state: 'rejected', lastError }))
  const { screen, choose } = await openDrawer()
  await choose('No.1', '削除')
  await expect.element(screen.getByText(/この端末にしかないことがあります/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: '書き出さずに進む' }).click()
  await expect.element(screen.getByText(/サーバーに届いていた場合は、そちらも取り消します/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'キャンセル' }).click()
})

test('the value of a photograph is set and corrected here, set aside or sent', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  const { part, choose, correct } = await openDrawer()
  const enter = async (name: string, value: string) =>
    expect.element(await correct('No.1', value, name)).not.toBeInTheDocument()
  await choose('No.1', '保留にする')
  await expect.element(part('保留')).toMatchTextContent(/No\.1/)
  await enter('値を入力', '0.5')
  await expect.element(part('保留')).toMatchTextContent(/0\.50/)
  expect(await readRow(id)).toMatchObject({ state: 'aside', value: 0.5 })
  await changeCapture(id, ({ removed: _, ...row }) => ({
    ...row,
    state: 'sent',
    attempts: 1,
    sentAt: Date.now(),
  }))
  await enter('値を修正', '0.6')
  await expect.element(part('未送信')).toMatchTextContent(/修正.*0\.60/)
  expect(await readRow(id)).toMatchObject({ value: 0.5 })
})

test('a correction says what it waits for, and 今すぐ送信 is offered for what can be sent', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  await changeCapture(id, (row) => ({ ...row, attempts: 1 }))
  await setValue(id, { value: 0.5, valueSource: 'corrected' })
  const { id: draft } = await saveCapture(photograph(inspector, { meterName: 'No.2' }))
  const { screen, part, choose } = await openDrawer()
  const sendNow = screen.getByRole('button', { name: '今すぐ送信' })
  await expect.element(part('未送信')).toMatchTextContent(/修正.*0\.50/)
  await expect.element(screen.getByText(/送信するまで待ちます/)).not.toBeInTheDocument()
  await expect.element(sendNow).toBeVisible()
  await setAside(id)
  await expect.element(screen.getByText('「No.1」の写真を送信するまで待ちます')).toBeVisible()
  await removeRow(id)
  const [withdrawal] = (await listRows(inspector.userId)).filter(isAmendment)
  await discardRow(withdrawal?.id ?? '')
  await expect.element(part('未送信')).toMatchTextContent(/^未送信 1件No\.2/)
  await expect.element(sendNow).not.toBeInTheDocument()
  await decideCapture(draft, null)
  await expect.element(sendNow).toBeVisible()
  await choose('No.2', '保留にする')
  await expect.element(sendNow).not.toBeInTheDocument()
})

test('a wrong photograph is discarded before it is sent, and comes back on 元に戻す, also after a reload', async () => {
  const id = await queued(inspector, { meterName: 'No.1' })
  const { screen, part, choose } = await openDrawer()
  await choose('No.1', '破棄')
  await screen
    .getByRole('alert')
    .getByRole('button', { name: /元に戻す/ })
    .click()
  await expect.element(part('未送信')).toMatchTextContent(/No\.1/)

  await choose('No.1', '破棄')
  await expect.element(part('破棄')).toMatchTextContent(/No\.1/)
  await screen.unmount()
  const again = await openDrawer()
  await again.part('破棄').getByRole('button', { name: '元に戻す' }).click()
  await expect.element(again.part('未送信')).toMatchTextContent(/No\.1/)
  expect(await readRow(id)).toMatchObject({ state: 'queued' })
})

test('requirement 5: what is refused is deleted after a second question, or after it was exported', async () => {
  const refuse = async (meterName: string) => {
    const id = await queued(inspector, { meterName })
    await changeCapture(id, (row) => ({ ...row, state: 'rejected' }))
    return id
  }
  const [one, two] = [await refuse('No.1'), await refuse('No.2')]
  const { screen, choose } = await openDrawer()
  const answer = (name: string) => screen.getByRole('dialog').getByRole('button', { name }).click()

  await choose('No.1', '削除')
  await answer('書き出さずに進む')
  await expect.element(screen.getByText(/未送信の「No.1」の写真を、この端末から削除します/)).toBeVisible()
  await answer('削除')
  await expect.poll(() => readRow(one)).toBeNull()

  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await choose('No.2', 'ファイルに書き出す')
  await expect.poll(() => readRow(two)).toHaveProperty('exportedAt')
  await choose('No.2', '削除')
  await expect.element(screen.getByText(/未送信の「No.2」の写真を、この端末から削除します/)).toBeVisible()
  await answer('削除')
  await expect.poll(() => readRow(two)).toBeNull()
})

test('a damaged photograph is taken again or deleted, after one question; nothing else is offered', async () => {
  const id = await queued(inspector, { meterId: 7, meterName: 'No.7' })
  await changeCapture(id, (row) => ({ ...row, state: 'quarantined' }))
  const { screen, part } = await openDrawer()
  await expect.element(part('未送信')).toBeVisible()
  for (const name of ['今すぐ送信', 'すべてファイルに書き出す'])
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument()
  const row = part('未送信').getByRole('listitem').filter({ hasText: 'No.7' })
  await expect.element(row.getByRole('list', { name: '写真の破損', exact: true })).toBeVisible()
  const again = row.getByRole('link', { name: '撮り直す' })
  await expect.element(again).toHaveAttribute('href', '/capture-meter-value/7')
  expect(
    row
      .getByRole('button')
      .elements()
      .map((button) => button.textContent),
  ).toEqual(['削除'])

  await row.getByRole('button', { name: '削除' }).click()
  await expect.element(screen.getByText(/「No.7」の写真は壊れているか失われていて/)).toBeVisible()
  const question = screen.getByRole('dialog', { name: '撮影を削除しますか' })
  await question.getByRole('button', { name: '削除' }).click()
  await expect.poll(() => readRow(id)).toBeNull()
})

test('the focus stays in the outbox when a row leaves its part', async () => {
  await queued(inspector, { meterName: 'No.1' })
  await queued(inspector, { meterName: 'No.2' })
  const { screen, part, choose } = await openDrawer()
  const outbox = screen.getByRole('dialog', { name: '撮影の送信状況' }).element()
  for (const [meter, action, label] of [
    ['No.1', '保留にする', '保留'],
    ['No.2', '破棄', '破棄'],
  ] as const) {
    await choose(meter, action)
    await expect.element(part(label)).toMatchTextContent(new RegExp(meter))
    await expect.poll(() => outbox.contains(document.activeElement)).toBe(true)
  }
})

test('an export says how many rows the file holds, and that nothing discarded is in it', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await queued(inspector)
  await skipped(inspector)
  await discardRow(await queued(inspector))
  const { screen } = await openDrawer()
  await screen.getByRole('button', { name: 'すべてファイルに書き出す' }).click()
  await expect
    .element(screen.getByText('2件をファイルに書き出しました。破棄したものは入っていません。'))
    .toBeVisible()
})

test('requirement 11: an exported file is taken in, and says whose it was', async () => {
  await queued(colleague, { meterName: 'No.7' })
  const { archive } = await exportRows({ id: colleague.userId, username: '検針 花子' })
  await resetPhone()
  const { screen, part } = await openDrawer()
  const input = screen.container.ownerDocument.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file can be chosen')
  await userEvent.upload(input, new File([archive], 'kenshin.zip', { type: 'application/zip' }))
  await expect.element(part('未送信')).toMatchTextContent(/No\.7.*検針 花子さんの記録を取り込みました/)

  await userEvent.upload(input, new File(['no ZIP'], 'photo.zip', { type: 'application/zip' }))
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/ファイルを取り込めませんでした。/)
  expect(await listRows(inspector.userId)).toHaveLength(1)
})

test('of hundreds of rows a part is shown, and more on request', async () => {
  for (let count = 0; count < 35; count += 1) await skipped(inspector)
  const { screen, part } = await openDrawer()
  await expect.poll(() => part('未送信').getByRole('listitem').elements().length).toBeGreaterThan(29)
  const shown = () => part('未送信').element().querySelectorAll(':scope > ul > li').length
  expect(shown()).toBe(30)
  await screen.getByRole('button', { name: '続きを表示（残り5件）' }).click()
  expect(shown()).toBe(35)
})

test('the errors of 送信状況 disappear with it', async () => {
  const { screen } = await openDrawer()
  const input = document.querySelector('input[type=file]')
  await userEvent.upload(input ?? document.body, new File(['not a zip'], '記録.zip'))
  await expect.element(screen.getByText(/^ファイルを取り込めませんでした。/)).toBeVisible()
  await screen.unmount()
  await expect.poll(() => notificationsStore.getState().notifications).toEqual([])
})
