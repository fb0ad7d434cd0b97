// Covers docs/requirements.md: 557, 602, 624, 625, 631, 643, 651, 652, 663, 703, 802, 803

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Meter } from '../../../contract/meters.ts'
import { setValue } from '../../../offline/amendments.ts'
import { takeBack } from '../../../offline/byHand.ts'
import { closeDatabase } from '../../../offline/database.ts'
import { takeBackEntry } from '../../../offline/entries.ts'
import {
  changeRow,
  countUnsent,
  decideCapture,
  listCaptures,
  listRows,
  saveCapture,
} from '../../../offline/outbox.ts'
import { isEntry } from '../../../offline/rows.ts'
import { clearShared, keepShared, listShared } from '../../../offline/sharedPictures.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { avif } from '../../../tests/support/files/avif.ts'
import { heic } from '../../../tests/support/files/heic.ts'
import { entered, photograph, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { aMonth } from '../../../tests/support/responses/usages.ts'
import { awaitedMeter, awaitPhotograph } from '../../lib/held/awaitedPhotograph.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { monthUsagesQuery } from '../../lib/usages/monthUsages.ts'
import { hasUnsavedInput } from '../../pwa/busy.ts'
import { NotificationList } from '../../ui/notice/NotificationList.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { CaptureScreen } from './CaptureScreen.tsx'

beforeEach(async () => {
  await resetPhone()
  await page.viewport(820, 1180)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  notify.clear()
  localStorage.removeItem('clockOffset')
  await clearShared()
})

const hour = 3_600_000
const accepted = (value: number, created_at: string) => ({ evidence: [{ value, created_at }] })

async function jpeg(): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(8, 8, 40, 20)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'meter.jpg', { type: 'image/jpeg' })
}

function phoneWith(...meters: Meter[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 1, name: '丸型アナログ', type: 0 })])
  client.setQueryData(metersQuery.queryKey, meters)
  return client
}

/** Of an unreadable meter: the last value stands to be corrected right after the photograph. */
async function photographed() {
  const client = phoneWith()
  const fetched = (over: Partial<Meter>) => client.setQueryData(metersQuery.queryKey, [aMeter(over)])
  fetched(accepted(0.42, '2026-11-19T09:00:00+09:00'))
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  await expect.element(screen.getByRole('spinbutton', { name: '一の位' })).toHaveFocus()
  return { screen, fetched }
}

test('the last value stays the one before this photograph, also when the server names the new one', async () => {
  const { screen, fetched } = await photographed()
  const last = screen.getByRole('definition').first()
  await userEvent.keyboard('051')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  fetched({ ...accepted(0.51, '2026-11-20T09:00:00+09:00'), end_value: 2 })
  await expect.element(screen.getByText(/2\.00/)).toBeVisible()
  await expect.element(last).toMatchTextContent(/^0\.42 /)
  await screen.getByRole('button', { name: 'もう一度撮影' }).click()
  await expect.element(last).toMatchTextContent(/^0\.51 /)
})

/** Presses 取り消す on the result and answers the question. */
async function withdraw(screen: Awaited<ReturnType<typeof showRouted>>, what: string, answer = '取り消す') {
  await screen.getByRole('button', { name: '取り消す', exact: true }).click()
  const question = screen.getByRole('dialog', { name: `${what}を取り消しますか` })
  await question.getByRole('button', { name: answer }).click()
  await expect.element(question).not.toBeInTheDocument()
}

test('a confirmed value is corrected and taken back on the screen, before and after an attempt to send it', async () => {
  const { screen } = await photographed()
  const correct = screen.getByRole('button', { name: '修正', exact: true })
  const undo = screen.getByRole('button', { name: '元に戻す' })
  const confirm = screen.getByRole('button', { name: 'この値で確定' })
  const rows = () => listRows(anAccount().id)
  await userEvent.keyboard('051')
  await confirm.click()
  await correct.click()
  await screen.getByRole('spinbutton', { name: '小数第2位' }).click()
  await userEvent.keyboard('3')
  await confirm.click()
  await expect.element(screen.getByText(/^0\.53/).last()).toBeVisible()
  await expect.poll(rows).toMatchObject([{ state: 'queued', value: 0.53 }])

  await undo.click()
  await expect.element(screen.getByRole('button', { name: '前回と同じ値で確定' })).toBeVisible()
  await expect.poll(rows).toMatchObject([{ state: 'draft', value: null }])
  await screen.getByRole('spinbutton', { name: '一の位' }).click()
  await userEvent.keyboard('051')
  await confirm.click()
  await expect.element(undo).toBeVisible()
  const [capture] = await rows()
  await changeRow(capture?.id ?? '', (row) => ({ ...row, attempts: 1 }))
  await correct.click()
  await screen.getByRole('spinbutton', { name: '小数第2位' }).click()
  await userEvent.keyboard('4')
  await confirm.click()
  await expect.element(screen.getByText(/の修正は、サーバーが受け取ったあとに送信します。$/)).toBeVisible()
  await expect.poll(rows).toMatchObject([{ kind: 'correction', value: 0.54 }, { value: 0.51 }])
  await expect.element(undo).not.toBeInTheDocument()
  await withdraw(screen, '撮影', '戻る')
  await expect.poll(rows).toMatchObject([{ kind: 'correction' }, { value: 0.51 }])
  await withdraw(screen, '撮影')
  await expect
    .element(screen.getByText(/の取り消しは、サーバーが受け取ったあとに送信します。$/))
    .toBeVisible()
  await expect.element(screen.getByLabelText('写真を撮る・選ぶ')).toBeEnabled()
  await expect.poll(rows).toMatchObject([{ kind: 'withdrawal' }, { value: 0.51 }])
})

/** 送信状況 over the screen on which a photograph is asked about. */
async function photographedWithOutbox() {
  const { screen } = await photographed()
  await screen.getByRole('button', { name: /^未送信 1件/ }).click()
  const outbox = screen.getByRole('dialog', { name: '撮影の送信状況' })
  const close = () => outbox.getByRole('button', { name: '閉じる' }).click()
  return { screen, outbox, close, asking: screen.getByRole('button', { name: '前回と同じ値で確定' }) }
}

test('a value that is confirmed in 送信状況 ends the question about its photograph', async () => {
  const { screen, outbox, close, asking } = await photographedWithOutbox()
  await outbox.getByRole('button', { name: '値を入力' }).click()
  const dialog = screen.getByRole('dialog', { name: aMeter().name })
  await dialog.getByRole('button', { name: 'テンキー' }).click()
  await type(dialog.getByRole('textbox'), '0.53')
  await dialog.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await close()
  await expect.element(screen.getByText(/^0\.53/).last()).toBeVisible()
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  await expect.element(asking).not.toBeInTheDocument()
  expect(await listRows(anAccount().id)).toMatchObject([{ state: 'queued', value: 0.53 }])
})

test('a photograph that is discarded in 送信状況 is not asked about any more', async () => {
  const { screen, outbox, close, asking } = await photographedWithOutbox()
  await outbox.getByRole('button', { name: /のその他の操作$/ }).click()
  await screen.getByRole('menuitem', { name: '破棄' }).click()
  await expect.element(screen.getByText(`「${aMeter().name}」の写真を破棄しました`)).toBeVisible()
  await close()
  await expect.element(screen.getByLabelText('写真を撮る・選ぶ')).toBeEnabled()
  await expect.element(asking).not.toBeInTheDocument()
  expect(await listRows(anAccount().id)).toMatchObject([{ state: 'discarded' }])
})

test('a value that another tab confirms ends the question about an odd value', async () => {
  const { screen } = await photographed()
  await userEvent.keyboard('095')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  const question = screen.getByRole('dialog', { name: /0\.95 .*で確定しますか/ })
  await expect.element(question).toBeVisible()
  const [capture] = await listRows(anAccount().id)
  await setValue(capture?.id ?? '', { value: 0.53, valueSource: 'corrected' })
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'この値で確定' })).not.toBeInTheDocument()
})

test('値だけ入力 stores a value without a photograph, which is corrected and taken back, before and after an attempt', async () => {
  const client = phoneWith(aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00')))
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  const rows = () => listRows(anAccount().id)
  const begin = screen.getByRole('button', { name: '値だけ入力' })
  const confirm = screen.getByRole('button', { name: 'この値で確定' })
  const hundredths = screen.getByRole('spinbutton', { name: '小数第2位' })
  await begin.click()
  await expect.element(screen.getByText('写真なしの測定値')).toBeVisible()
  await screen.getByRole('button', { name: '戻る', exact: true }).last().click()
  expect(await rows()).toEqual([])

  await begin.click()
  await hundredths.click()
  await userEvent.keyboard('5')
  await confirm.click()
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  expect(await rows()).toMatchObject([{ kind: 'entry', value: 0.45, state: 'queued', timeChosen: false }])

  const correct = screen.getByRole('button', { name: '修正', exact: true })
  const undo = screen.getByRole('button', { name: '元に戻す' })
  await undo.click()
  await expect.element(hundredths).toBeVisible()
  await expect.poll(rows).toMatchObject([{ kind: 'entry', value: 0.45, state: 'aside' }])
  await confirm.click()
  await expect.element(correct).toBeVisible()
  const [stored] = await rows()
  await changeRow(stored?.id ?? '', (row) => ({ ...row, attempts: 1 }))
  await correct.click()
  await hundredths.click()
  await userEvent.keyboard('7')
  await confirm.click()
  await expect.element(screen.getByText(/サーバーが受け取ったあとに送信します/)).toBeVisible()
  expect(await rows()).toMatchObject([{ kind: 'correction', value: 0.47 }, { value: 0.45 }])
  await expect.element(undo).not.toBeInTheDocument()
  await withdraw(screen, '値の入力')
  await expect
    .element(screen.getByText(/の取り消しは、サーバーが受け取ったあとに送信します。$/))
    .toBeVisible()
  await expect.element(begin).toBeVisible()
  expect(await rows()).toMatchObject([{ kind: 'withdrawal', of: 'capture' }, { value: 0.45 }])
})

/** A value without a photograph, 0.45, that was stored and is taken back. */
async function takenBackValue() {
  const client = phoneWith(aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00')))
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  const entries = async () => (await listRows(anAccount().id)).filter(isEntry)
  const confirm = screen.getByRole('button', { name: 'この値で確定' })
  const hundredths = screen.getByRole('spinbutton', { name: '小数第2位' })
  await screen.getByRole('button', { name: '値だけ入力' }).click()
  await hundredths.click()
  await userEvent.keyboard('5')
  await confirm.click()
  const undo = screen.getByRole('button', { name: '元に戻す' })
  await expect.element(undo).toBeVisible()
  const [stored] = await entries()
  await undo.click()
  await expect.element(hundredths).toHaveAttribute('aria-valuenow', '5')
  return { screen, entries, confirm, hundredths, undo, capturedAt: stored?.capturedAt }
}

test('a value that is taken back and entered again keeps its time', async () => {
  const { entries, confirm, hundredths, undo, capturedAt } = await takenBackValue()
  await hundredths.click()
  await userEvent.keyboard('6')
  await confirm.click()
  await expect.element(undo).toBeVisible()
  expect(await entries()).toMatchObject([{ state: 'queued', value: 0.46, capturedAt }])
})

test('a value that is taken back counts at sign-out, and is discarded with 元に戻す if it is not entered again', async () => {
  const { screen, entries, capturedAt } = await takenBackValue()
  // If the page ends now, signing out still warns.
  expect(await countUnsent(anAccount().id)).toBe(1)
  await screen.getByRole('button', { name: '戻る', exact: true }).last().click()
  const note = screen.getByRole('alert').filter({ hasText: `「${aMeter().name}」の値を破棄しました` })
  await expect.element(note).toBeVisible()
  expect(await entries()).toMatchObject([{ state: 'discarded', value: 0.45 }])
  await note.getByRole('button', { name: /元に戻す/ }).click()
  await expect.poll(entries).toMatchObject([{ state: 'queued', value: 0.45, capturedAt }])
})

test('a value that was taken back before the page ended is shown to be entered again, with its time', async () => {
  const { id: userId, organization } = anAccount()
  const capturedAt = Date.now() - hour
  const { id } = await entered({ userId, organizationId: organization.id }, { value: 0.45, capturedAt })
  await takeBackEntry(id)
  const client = phoneWith(aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00')))
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await expect.element(screen.getByText('写真なしの測定値')).toBeVisible()
  await expect
    .element(screen.getByRole('spinbutton', { name: '小数第2位' }))
    .toHaveAttribute('aria-valuenow', '5')
  await screen.getByRole('button', { name: /^保留 1件/ }).click()
  const outbox = screen.getByRole('dialog', { name: '撮影の送信状況' })
  await expect.element(outbox.getByText(/撮影の画面で入力し直してください。$/)).toBeVisible()
  await outbox.getByRole('button', { name: '閉じる' }).click()
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  expect(await listRows(userId)).toMatchObject([{ id, state: 'queued', value: 0.45, capturedAt }])
})

test('a value that is taken back is discarded with 元に戻す when the screen is left', async () => {
  const { screen, entries } = await takenBackValue()
  await screen.unmount()
  await expect.poll(() => notify.isShown('undoable')).toBe(true)
  expect(await entries()).toMatchObject([{ state: 'discarded', value: 0.45 }])
})

test('a value that was put back in the meantime is replaced by the one entered again', async () => {
  const { entries, confirm, hundredths, undo } = await takenBackValue()
  const [stored] = await entries()
  await takeBack(stored?.id ?? '')
  await hundredths.click()
  await userEvent.keyboard('6')
  await confirm.click()
  await expect.element(undo).toBeVisible()
  expect(await entries()).toMatchObject([{ state: 'queued', value: 0.46 }])
})

test('値だけ入力 is not offered where the browser stores nothing', async () => {
  const client = phoneWith(aMeter())
  await closeDatabase()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await expect
    .element(screen.getByText(/^このウィンドウでは写真を端末に保存できないため、撮影できません/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: '値だけ入力' })).not.toBeInTheDocument()
})

test('an odd value without a photograph is asked about before it is stored', async () => {
  const client = phoneWith(aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00')))
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await screen.getByRole('button', { name: '値だけ入力' }).click()
  await screen.getByRole('spinbutton', { name: '一の位' }).click()
  await userEvent.keyboard('095')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  const question = screen.getByRole('dialog', { name: /0\.95 .*で確定しますか/ })
  await expect.element(question).toBeVisible()
  expect(await listRows(anAccount().id)).toEqual([])
  await question.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  expect(await listRows(anAccount().id)).toMatchObject([
    { value: 0.95, confirmedDoubts: expect.arrayContaining(['abnormal']) },
  ])
})

test('without a connection the months of a counter are shown, and a value is asked about by the limits of its category', async () => {
  localStorage.setItem('clockOffset', String(Date.now() - Date.parse('2026-12-15T09:00:00+09:00')))
  const counter = aMeter({
    ...accepted(1050, '2026-12-06T00:00:00+09:00'),
    is_cumulative: true,
    digit_number: 5,
    decimal_point: 1,
    start_value: null,
    end_value: null,
  })
  const client = phoneWith(counter)
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, name: 'カウンター', type: 3, change_percent: 30 }),
  ])
  client.setQueryData(monthUsagesQuery([3], '2026-12').queryKey, [
    aMonth('2026-11', 300),
    aMonth('2026-12', null, { so_far: { usage: 50, value: 1050, at: '2026-12-06' } }),
  ])
  const screen = await showRouted(client, <CaptureScreen meterId={counter.id} />, ['/meters'])
  const usage = screen.getByRole('definition').filter({ hasText: '先月' })
  await expect.element(usage).toMatchTextContent(/^先月 300\.0今月 50\.0（12\/6 00:00.* まで）$/)
  const enter = async (digits: string) => {
    await screen.getByRole('spinbutton', { name: '千の位' }).click()
    await userEvent.keyboard(digits)
    await screen.getByRole('button', { name: 'この値で確定' }).click()
  }
  await screen.getByRole('button', { name: '値だけ入力' }).click()
  await enter('12000')
  const question = screen.getByRole('dialog', { name: /1,200\.0 .*で確定しますか/ })
  await expect
    .element(question)
    .toMatchTextContent(/今月はここまで1日あたり 13\.9 で、先月の 10 より 39 % 多くなります。/)
  await question.getByRole('button', { name: '修正する' }).click()
  await enter('11500')
  await expect.element(screen.getByText(/で確定しました$/)).toBeVisible()
  expect(await listRows(anAccount().id)).toMatchObject([{ value: 1150, confirmedDoubts: [] }])
})

test('after the receipt, a correction and a withdrawal are said to be sent, one at a time', async () => {
  await page.viewport(390, 844)
  const { screen } = await photographed()
  await userEvent.keyboard('051')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(screen.getByRole('button', { name: '元に戻す' })).toBeVisible()
  const [capture] = await listRows(anAccount().id)
  const sentAt = Date.now()
  await changeRow(capture?.id ?? '', (row) => ({ ...row, attempts: 1, state: 'sent', sentAt, readingId: 8 }))
  await screen.getByRole('button', { name: '修正', exact: true }).click()
  await screen.getByRole('spinbutton', { name: '小数第2位' }).click()
  await userEvent.keyboard('4')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  const notes = () =>
    [...screen.baseElement.querySelectorAll<HTMLElement>('.mantine-Notification-description')].map(
      (note) => ({
        text: note.textContent,
        lines: Math.round(note.clientHeight / Number.parseFloat(getComputedStyle(note).lineHeight)),
      }),
    )
  const name = `「${aMeter().name}」`
  await expect
    .poll(notes)
    .toEqual([{ text: `${name}の修正をサーバーに送信します。`, lines: expect.toBeOneOf([1, 2]) }])
  const open = screen.getByRole('button', { name: '取り消す', exact: true })
  const { scrollWidth, clientWidth } = open.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  await withdraw(screen, '撮影')
  await expect
    .poll(notes)
    .toEqual([{ text: `${name}の取り消しをサーバーに送信します。`, lines: expect.toBeOneOf([1, 2]) }])
})

test('while the server is asked about the same picture 戻る is disabled, and the question follows', async () => {
  const { screen } = await photographed()
  const confirm = screen.getByRole('button', { name: 'この値で確定' })
  const ones = screen.getByRole('spinbutton', { name: '一の位' })
  await userEvent.keyboard('051')
  await confirm.click()
  await expect.element(screen.getByRole('button', { name: '元に戻す' })).toBeVisible()
  const [capture] = await listRows(anAccount().id)
  const sentAt = Date.now()
  await changeRow(capture?.id ?? '', (row) => ({ ...row, attempts: 1, state: 'sent', sentAt, readingId: 8 }))
  const answered = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    new Request(input, init).url.endsWith('/meters-value/8')
      ? answered.promise
      : Promise.reject(new TypeError('offline')),
  )
  await screen.getByRole('button', { name: 'もう一度撮影' }).click()
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  await expect.element(ones).toHaveFocus()
  await userEvent.keyboard('052')
  await confirm.click()
  const back = screen.getByRole('button', { name: '戻る', exact: true }).last()
  await expect.element(back).toBeDisabled()
  answered.reject(new TypeError('offline'))
  await expect.element(screen.getByText('このメーターには、同じ写真がすでにあります。')).toBeVisible()
})

test('while the server is asked about the same picture, the time of a chosen one cannot be changed', async () => {
  const meter = aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00'))
  const lastModified = Date.now() - 8 * hour
  const file = new File([await jpeg()], 'meter.jpg', { type: 'image/jpeg', lastModified })
  await keepShared(file)
  const [shared] = await listShared()
  const owner = { userId: anAccount().id, organizationId: anAccount().organization.id }
  const bytes = await file.arrayBuffer()
  const { id } = await saveCapture(photograph(owner, { meterId: meter.id, bytes }))
  await changeRow(id, (row) => ({ ...row, attempts: 1, state: 'sent', sentAt: Date.now(), readingId: 8 }))
  const answered = Promise.withResolvers<Response>()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    new Request(input, init).url.endsWith('/meters-value/8')
      ? answered.promise
      : Promise.reject(new TypeError('offline')),
  )
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} shared={shared} />, [
    '/meters',
  ])
  const time = screen.getByRole('button', { name: '今の時刻にする' })
  await expect.element(time).toBeEnabled()
  await screen.getByRole('spinbutton', { name: '一の位' }).click()
  await userEvent.keyboard('051')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect.element(time).toBeDisabled()
  answered.reject(new TypeError('offline'))
  await expect.element(screen.getByText('このメーターには、同じ写真がすでにあります。')).toBeVisible()
})

const toDo = { id: 'settings', title: '「1号ポンプ」を登録しました', text: '読取位置が未設定です。' }

test.each([
  ['at 390 px, a temporary notification', 390, 844, () => notify.success('測定値を更新しました')],
  ['at 390 px, a notification that is shown until it is closed', 390, 844, () => notify.toDo(toDo)],
  ['at 820 px, a temporary notification', 820, 1180, () => notify.success('測定値を更新しました')],
  ['in landscape, a temporary notification', 844, 390, () => notify.success('測定値を更新しました')],
  ['at 1440 px, a temporary notification', 1440, 900, () => notify.success('測定値を更新しました')],
])('%s covers neither the facts of the meter nor the controls', async (_, width, height, tell) => {
  await page.viewport(width, height)
  const meter = aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00'))
  const screen = await showRouted(
    phoneWith(meter),
    <>
      {/* That of the tests. */}
      <style>{'.mantine-Notifications-root[data-position="bottom-right"] { display: none }'}</style>
      <CaptureScreen meterId={meter.id} />
      <NotificationList />
    </>,
    ['/meters'],
  )
  await expect.element(screen.getByLabelText('写真を撮る・選ぶ')).toBeEnabled()
  tell()
  const list = screen.baseElement.querySelector('[data-position="top-right"]')
  const covered = () =>
    [...screen.baseElement.querySelectorAll('main header button, main dl, [data-step] [data-at-thumb]')]
      .filter((each) => each.clientHeight > 0)
      .filter((each) => {
        const [one, notification] = [each.getBoundingClientRect(), list?.getBoundingClientRect()]
        return (
          notification &&
          notification.left < one.right &&
          one.left < notification.right &&
          notification.top < one.bottom &&
          one.top < notification.bottom
        )
      })
      .map(({ textContent }) => textContent)
  expect(screen.baseElement.querySelectorAll('main dl').length).toBeGreaterThan(0)
  // While it is shown: a temporary notification covers nothing after it is removed.
  await expect.poll(() => list !== null && list.clientHeight > 40 && covered()).toEqual([])
})

test('a picture of before has its own time, is compared with what was known then, and can get the time of now', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000
  const before = (hours: number) => new Date(now - hours * hour).toISOString()
  const values = [
    { value: 0.9, created_at: before(1) },
    { value: 0.42, created_at: before(30) },
  ]
  const meter = aMeter({ evidence: values, created_at: before(1000) })
  const lastModified = now - 8 * hour
  await keepShared(new File([await jpeg()], 'meter.jpg', { type: 'image/jpeg', lastModified }))
  const [shared] = await listShared()
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} shared={shared} />, [
    '/meters',
  ])
  const line = screen.getByRole('status').filter({ hasText: '撮影 ' })
  await expect.element(line).toMatchTextContent(/（共有した日時から）/)
  // Beside the meter's ranges, and beside the value.
  const last = screen.getByRole('definition').filter({ hasText: '0.42 ' })
  await expect.element(last).toHaveLength(2)
  const row = async () => (await listCaptures(anAccount().id)).at(0)
  expect(await row()).toMatchObject({ state: 'draft', capturedAt: lastModified })
  // The phone's clock was not moved.
  expect((await row())?.monotonicDelta).toBeGreaterThan(-hour)

  await screen.getByRole('button', { name: '今の時刻にする' }).click()
  await expect.element(line).toMatchTextContent(/（写真を選んだ時刻）/)
  const behindSaving = async () => {
    const { capturedAt, savedAt } = (await row()) ?? {}
    return (capturedAt ?? Number.NaN) - (savedAt ?? Number.NaN)
  }
  await expect.poll(behindSaving).toBe(0)
  const changed = await row()
  expect(changed?.capturedAt).toBeGreaterThan(now - 1)
  await expect.element(last).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '共有した日時に戻す' })).toBeVisible()
})

/** A picture from eight hours ago, shared for this meter. */
async function sharedFromEarlier(meter: Meter) {
  const lastModified = Date.now() - 8 * hour
  await keepShared(new File([await jpeg()], 'meter.jpg', { type: 'image/jpeg', lastModified }))
  const [shared] = await listShared()
  return showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} shared={shared} />, ['/meters'])
}
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
/** The newest reading is younger than the picture. */
const newest = () => ({
  ...accepted(0.9, ago(1)),
  last_reading: {
    id: 9,
    value: 0.9,
    created_at: ago(1),
    is_abnormal: true,
    is_unsure: false,
    read_state: 1 as const,
    thumbnail: null,
  },
})

test('an older picture is compared with the photograph of this phone before it, not with the newest', async () => {
  const { id: userId, organization } = anAccount()
  for (const [hours, value] of [
    [10, 0.3],
    [2, 0.7],
  ] as const) {
    const owner = { userId, organizationId: organization.id }
    const { id } = await saveCapture(photograph(owner, { capturedAt: Date.now() - hours * hour }))
    await decideCapture(id, { value, valueSource: 'accepted' })
  }
  const screen = await sharedFromEarlier(aMeter())
  // Next to the meter's ranges, and next to the value.
  await expect.element(screen.getByRole('definition').filter({ hasText: '0.30 ' })).toHaveLength(2)
  await expect.element(screen.getByRole('definition').filter({ hasText: '0.70 ' })).not.toBeInTheDocument()
})

test('an older picture is compared with the value that the server has from before it', async () => {
  const asked: string[] = []
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.endsWith('/meters/3/values-around')) throw new TypeError('offline')
    asked.push(search)
    return Response.json({
      success: true,
      data: { before: { value: 0.25, created_at: ago(9) }, after: { value: 0.9, created_at: ago(1) } },
    })
  })
  const screen = await sharedFromEarlier(aMeter(newest()))
  await expect.element(screen.getByRole('definition').filter({ hasText: '0.25 ' })).toHaveLength(2)
  expect(asked).toEqual([expect.stringMatching(/^\?at=\d{4}-\d\d-\d\d(?:\+|%20)\d\d%3A\d\d%3A\d\d$/)])
})

test('without a connection, the value before an older picture is not known, which is not data that is missing', async () => {
  const screen = await sharedFromEarlier(aMeter(newest()))
  await expect
    .element(screen.getByRole('definition').filter({ hasText: 'この端末にありません' }))
    .toHaveLength(2)
  await expect.element(screen.getByText('データ無し')).not.toBeInTheDocument()
})

test('a second photograph is compared with one that waits to be read, not with missing data', async () => {
  const { id: userId, organization } = anAccount()
  const owner = { userId, organizationId: organization.id }
  const { id } = await saveCapture(photograph(owner, { capturedAt: Date.now() - hour }))
  await decideCapture(id, null)
  const meter = aMeter()
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} />, ['/meters'])
  await expect.element(screen.getByRole('definition').first()).toMatchTextContent(/読取待ち/)
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  await expect.element(screen.getByRole('textbox', { name: '測定値' })).toBeVisible()
  await expect.element(screen.getByRole('definition').filter({ hasText: '読取待ち' })).toHaveLength(2)
  await expect.element(screen.getByText('データ無し')).not.toBeInTheDocument()
  await type(screen.getByRole('textbox', { name: '測定値' }), '0.5')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await screen.getByRole('button', { name: '修正', exact: true }).click()
  await expect.element(screen.getByRole('button', { name: '戻る' }).last()).toBeVisible()
  await expect.element(screen.getByRole('definition').filter({ hasText: '読取待ち' })).toHaveLength(2)
  await expect.element(screen.getByText('データ無し')).not.toBeInTheDocument()
})

test('behind a shared picture the way leads to the next one', async () => {
  for (const name of ['first.jpg', 'second.jpg'])
    await keepShared(new File([await jpeg()], name, { type: 'image/jpeg' }))
  const [shared] = await listShared()
  const meter = aMeter(accepted(0.42, '2026-11-19T09:00:00+09:00'))
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} shared={shared} />, [
    '/meters',
    '/capture',
  ])
  await screen.getByRole('button', { name: '前回と同じ値で確定' }).click()
  await expect
    .element(screen.getByRole('link', { name: '次の共有された写真（残り 1枚）' }))
    .toHaveAttribute('href', '/capture')
})

test('a photograph that is taken again is not the last value', async () => {
  const { screen } = await photographed()
  await screen.getByRole('button', { name: '戻る' }).last().click()
  await screen.getByRole('button', { name: '撮り直す' }).click()
  await expect.element(screen.getByRole('button', { name: '前の写真に戻る' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /未送信 1件/ })).toBeVisible()
  await expect.element(screen.getByRole('definition').first()).not.toMatchTextContent(/読取待ち/)
})

test('a photograph that the browser has removed is not said to be sent', async () => {
  const { screen } = await photographed()
  await resetPhone()
  await userEvent.keyboard('051')
  await screen.getByRole('button', { name: 'この値で確定' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/「.+」の写真が端末に見つかりません。ブラウザに消された可能性があります。/)
  await expect.element(screen.getByText(/すでに送信しました/)).not.toBeInTheDocument()
})

test('a value that was corrected and not confirmed is input that leaving would lose', async () => {
  const { screen } = await photographed()
  expect(hasUnsavedInput()).toBe(false)
  await userEvent.keyboard('05')
  await expect.poll(hasUnsavedInput).toBe(true)
  await screen.getByRole('button', { name: '戻る' }).last().click()
  await expect.element(screen.getByText('写真を保存しました')).toBeVisible()
  await expect.poll(hasUnsavedInput).toBe(false)
})

/** At a meter, where nothing is awaited yet. */
async function atMeter() {
  const meter = aMeter()
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} />, ['/meters'])
  const field = screen.getByLabelText('写真を撮る・選ぶ')
  await expect.element(field).toBeVisible()
  return { screen, field, meterId: meter.id, said: screen.getByText(/^写真を受け取る前に画面が閉じられ/) }
}

test('requirement 26: a page that ended behind the camera app begins anew at its meter, and says so once', async () => {
  const { screen, field, meterId } = await atMeter()
  expect(await awaitedMeter()).toBeNull()
  // Stands for the camera app, which opens and leaves no event.
  field.element().addEventListener('click', (event) => event.preventDefault())
  await field.click()
  await expect.poll(awaitedMeter).toBe(meterId)
  await screen.unmount()

  const anew = await atMeter()
  await expect.element(anew.said).toBeVisible()
  await expect.poll(awaitedMeter).toBeNull()
  await anew.screen.unmount()
  await expect.element((await atMeter()).said).not.toBeInTheDocument()
})

test.each([
  ['is cancelled', (field: Locator) => field.element().dispatchEvent(new Event('cancel'))],
  [
    'gives a photograph',
    async (field: Locator) => {
      await userEvent.upload(field, await jpeg())
      await expect.poll(async () => (await listRows(anAccount().id)).length).toBe(1)
    },
  ],
])('requirement 26: a camera app that %s is awaited no more', async (_what, end) => {
  const { field, meterId } = await atMeter()
  expect(await awaitedMeter()).toBeNull()
  awaitPhotograph(meterId)
  await expect.poll(awaitedMeter).toBe(meterId)
  await end(field)
  await expect.poll(awaitedMeter).toBeNull()
})

test('a phone without lists shows the file input as soon as the server is there, without a press', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()

  const category = aCategory({ id: 1, name: '丸型アナログ', type: 0 })
  const answers: [RegExp, object][] = [
    [/\/ready$/, { status: 'ready' }],
    [/categor/, { success: true, data: [category] }],
    [/\/meters?(?:\?|$)/, { success: true, data: [aMeter()] }],
  ]
  const asked: string[] = []
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    asked.push(pathname)
    const [, answer] = answers.find(([path]) => path.test(pathname)) ?? []
    return Response.json(answer ?? { success: true, data: [] })
  })
  await expect.element(screen.getByLabelText('写真を撮る・選ぶ')).toBeEnabled()
  expect(asked[0]).toBe('/ready')
})

/** The screen at one meter, and a way to the next that nothing blocks. */
function Walk() {
  const [meterId, setMeterId] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setMeterId(2)}>
        次のメーター
      </button>
      <CaptureScreen meterId={meterId} />
    </>
  )
}

/** A camera that shows pictures as long as it is let. One that stands still is restarted. */
function openCamera(shows = true): MediaStream {
  const canvas = document.createElement('canvas')
  const stream = canvas.captureStream()
  const [track] = stream.getVideoTracks()
  const draw = () => {
    canvas.getContext('2d')?.fillRect(0, 0, 64, 48)
    if (track?.readyState === 'live') requestAnimationFrame(draw)
  }
  if (shows) draw()
  return stream
}

async function walk() {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => openCamera())
  const client = phoneWith(
    aMeter({ id: 1, name: '受水槽 水位', ...accepted(0.42, '2026-11-19T09:00:00+09:00') }),
    aMeter({ id: 2, name: '冷却水圧力', ...accepted(7.5, '2026-11-19T09:00:00+09:00') }),
  )
  const screen = await showRouted(client, <Walk />, ['/meters'])
  const shutter = screen.getByRole('button', { name: '撮影', exact: true })
  await expect.element(shutter).toBeEnabled()
  const next = async () => {
    await screen.getByRole('button', { name: '次のメーター' }).click()
    await expect.element(screen.getByRole('heading', { name: '冷却水圧力' })).toBeVisible()
  }
  return { screen, shutter, next }
}

test('requirement 25: a photograph that is asked for before the first picture comes from the restarted camera', async () => {
  vi.spyOn(ImageCapture.prototype, 'takePhoto').mockRejectedValue(new DOMException('no', 'UnknownError'))
  const asked = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockImplementationOnce(async () => openCamera(false))
    .mockImplementation(async () => openCamera())
  const screen = await showRouted(phoneWith(aMeter()), <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  await screen.getByRole('button', { name: '撮影', exact: true }).click()
  await expect.element(screen.getByText('写真を保存しました')).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(2)
})

/** A photograph that the camera is slow to give. */
function slowCamera() {
  const { promise, resolve } = Promise.withResolvers<Blob>()
  vi.spyOn(ImageCapture.prototype, 'takePhoto').mockReturnValue(promise)
  return async () => resolve(await jpeg())
}

test('requirement 8: where a photograph would find no room the shutter is shut and says so, until there is room', async () => {
  const { screen, shutter } = await walk()
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    throw new DOMException('full', 'QuotaExceededError')
  })
  await screen.getByRole('button', { name: '次のメーター' }).click()
  const told = screen.getByText(/^端末の空き容量が足りず、写真を保存できません。/)
  await expect.element(told).toBeVisible()
  await expect.element(shutter).toBeDisabled()
  full.mockRestore()
  await expect.element(shutter).toBeEnabled()
  await expect.element(told).not.toBeInTheDocument()
})

test.each([
  ['an AVIF picture named .jpg', avif, /^AVIF の画像は使えません。/],
  ['a HEIC picture that this browser cannot decode', heic, /^このブラウザではHEICの画像を読み込めません。/],
  ['a text', '検針票', /^画像ファイルを選択してください/],
])('%s is refused at once with the reason, and nothing is stored', async (_what, content, reason) => {
  const meter = aMeter()
  const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} />, ['/meters'])
  const field = screen.getByLabelText('写真を撮る・選ぶ')
  await userEvent.upload(field, new File([content], 'meter.jpg', { type: 'image/jpeg' }))
  await expect.element(screen.getByText(reason)).toBeVisible()
  expect(await listRows(anAccount().id)).toEqual([])
})

test.each(['image/jpg', 'application/octet-stream', ''])(
  'a JPEG with the type 「%s」 is taken as a JPEG',
  async (type) => {
    const meter = aMeter()
    const screen = await showRouted(phoneWith(meter), <CaptureScreen meterId={meter.id} />, ['/meters'])
    const file = new File([await jpeg()], 'meter', { type })
    await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), file)
    await expect.poll(() => listCaptures(anAccount().id)).toMatchObject([{ mime: 'image/jpeg' }])
  },
)

test('a file that could not be read can be chosen again', async () => {
  const { screen } = await walk()
  const field = screen.getByLabelText('写真を撮る・選ぶ')
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('gone', 'NotReadableError'))
  await userEvent.upload(field, await jpeg())
  await expect.element(screen.getByText('撮影できませんでした')).toBeVisible()
  await expect.element(field).toHaveValue('')
})

test('a photograph that comes after the next meter was opened is of its own meter, and not decided on at the next', async () => {
  const give = slowCamera()
  const { screen, shutter, next } = await walk()
  await shutter.click()
  await next()
  await give()
  await expect.poll(() => listRows(anAccount().id)).toMatchObject([{ meterId: 1, state: 'draft' }])
  await expect.element(shutter).toBeEnabled()
  await expect.element(screen.getByText('写真を保存しました')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('definition').first()).toMatchTextContent(/^7\.50 /)
})

test('one that could not be stored after the next meter was opened is told of there, and stored again at its own', async () => {
  const digest = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(crypto.subtle, 'digest').mockReturnValueOnce(digest.promise)
  const { screen, shutter, next } = await walk()
  await userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  await expect.poll(() => vi.mocked(crypto.subtle.digest).mock.calls.length).toBe(1)
  await next()
  digest.reject(new DOMException('out of memory', 'OperationError'))
  const notice = screen
    .getByRole('alert')
    .filter({ hasText: '「受水槽 水位」の写真を端末に保存できませんでした' })
  await expect.element(notice.getByRole('button', { name: 'ファイルに保存' })).toBeVisible()
  await expect.element(shutter).toBeEnabled()
  await notice.getByRole('button', { name: 'もう一度保存' }).click()
  await expect.poll(() => listRows(anAccount().id)).toMatchObject([{ meterId: 1, state: 'draft' }])
  await expect.element(notice).not.toBeInTheDocument()
})

test('while a photograph is taken and stored the screen is not left', async () => {
  const give = slowCamera()
  const { screen, shutter } = await walk()
  await shutter.click()
  await screen.getByRole('button', { name: '戻る' }).click()
  await expect.element(screen.getByText('写真を保存しています。少しお待ちください。')).toBeVisible()
  await give()
  await expect.element(screen.getByText('写真を保存しました')).toBeVisible()
})
