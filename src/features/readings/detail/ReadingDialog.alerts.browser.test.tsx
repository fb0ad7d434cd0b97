// Covers docs/requirements.md: 76, 132, 183, 187, 592, 608

import { InfiniteQueryObserver, QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Alert, alertSchema } from '../../../../contract/alerts.ts'
import { dialogHasFocus } from '../../../../tests/support/components/dialogHasFocus.ts'
import {
  abnormal,
  confirmed,
  confirming,
  confirmingAs,
  DialogOfAlert,
  occurring,
  openReading,
  serveDialog,
  server,
} from '../../../../tests/support/components/reading-dialog.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { anAlert } from '../../../../tests/support/responses/alert.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { alertKeys, alertList } from '../../../lib/queries/alerts.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { listQuery } from '../../../lib/queries/pagedList.ts'
import { readingKeys } from '../../../lib/queries/readings.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'

serveDialog()

test('confirming an alert whose reading was corrected names the value that people saw', async () => {
  const meter_value = { ...occurring.meter_value, value: 0.5, corrected_from: 0.95 }
  const alert = { ...occurring, is_alert: false, end_reason: 'correction' as const, meter_value }
  const { screen } = await openReading({ reading: { ...abnormal, value: 0.5, is_abnormal: false }, alert })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question).toMatchTextContent(/の測定値 0\.95 MPa → 0\.50? MPa（修正済、/)
})

/** The dialog of an alert that ended because its reading was deleted. `over`: what differs in the reading. */
async function openDeleted(over: Partial<Alert['meter_value']> = {}) {
  const ended = {
    is_alert: false,
    end_reason: 'correction',
    updated_at: '2026-11-20T14:30:00+09:00',
  } as const
  const alert = { ...occurring, ...ended, meter_value: { ...occurring.meter_value, ...over } }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  client.setQueryData(readingKeys.changesOf(7), [
    {
      id: 1,
      action: 'delete',
      user: 'sato.kenichi',
      at: alert.updated_at,
      before: { value: 0.95 },
      after: null,
    },
  ])
  const missing = { success: false, code: 'not_found', messages: ['見つかりません'], request_id: 'r1' }
  server.reading = () => Response.json(missing, { status: 404 })
  return showRouted(
    client,
    <DialogOfAlert id={7} listed={[{ id: 7 }]} alert={alert} onMove={vi.fn()} onClose={vi.fn()} />,
    ['/meter-value/$id'],
  )
}

test('an alert whose reading was deleted shows meter and value that people saw, and can be confirmed', async () => {
  server.answer = confirming
  const screen = await openDeleted()
  await expect.element(screen.getByText('この測定値は削除されました')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'No.3 冷却水圧力' })).toBeVisible()
  await expect.element(screen.getByRole('group', { name: '測定値' })).toMatchTextContent(/異常0\.95 ?MPa/)
  await expect.element(screen.getByText(/値の修正・削除により終了/)).toBeVisible()
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question).toMatchTextContent(/「No\.3 冷却水圧力」の測定値 0\.95 MPa/)
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(screen.getByText('アラートを確認済みにしました')).toBeVisible()
  expect(server.asked.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/meter-alert/12'])
})

test('an alert whose reading was corrected and then deleted shows the value before the correction', async () => {
  const screen = await openDeleted({ value: 0.5, corrected_from: 0.95 })
  await expect.element(screen.getByRole('group', { name: '測定値' })).toMatchTextContent(/異常0\.95 ?MPa/)
})

test('an alert that is confirmed with a comment stays and says so, and a press of its own leads to the next', async () => {
  server.answer = confirming
  const { screen, onMove } = await openReading({ alert: occurring, listed: [{ id: 7 }, { id: 5 }] })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question).toMatchTextContent(/「No\.3 冷却水圧力」の測定値 0\.95 MPa/)
  const comment = question.getByRole('textbox', { name: 'コメント（任意）' })
  await expect.element(comment).toHaveAttribute('maxlength', '100')
  await type(comment, ' バルブを閉めました ')
  await question.getByRole('button', { name: '確認済みにする' }).click()
  const next = screen.getByRole('button', { name: '次のアラートへ' })
  await expect.element(next).toHaveFocus()
  await expect.element(screen.getByText(/^1\/2件目 確認済み/)).toBeVisible()
  await expect.element(screen.getByText('バルブを閉めました')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '確認済みにする' })).not.toBeInTheDocument()
  expect(onMove).not.toHaveBeenCalled()
  await expect.element(next).not.toHaveAttribute('aria-disabled', 'true')
  await next.click()
  expect(onMove.mock.calls).toEqual([[5]])
  const [request] = server.asked
  expect(new URL(request?.url ?? '').pathname).toBe('/api/v1/meter-alert/12')
  expect(await request?.json()).toEqual({
    is_alert: false,
    is_alerted: false,
    confirm_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
    comment: 'バルブを閉めました',
  })
})

test('the last alert of a list stays when it is confirmed, with nothing to move to', async () => {
  server.answer = confirming
  const { screen, onMove, onClose } = await openReading({ alert: occurring })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  await screen
    .getByRole('dialog', { name: 'アラートの確認' })
    .getByRole('button', { name: '確認済みにする' })
    .click()
  await expect.element(screen.getByText(/^1\/1件目 確認済み/)).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('header')?.textContent).toMatch('No.3 冷却水圧力')
  await expect.element(screen.getByRole('button', { name: /のアラートへ$/ })).not.toBeInTheDocument()
  expect(onMove).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
  expect(await server.asked[0]?.json()).toMatchObject({ comment: null })
})

test('a confirmation that fails keeps the comment and says why, which is not the comment’s fault', async () => {
  const { screen, onClose } = await openReading({ alert: occurring })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await type(question.getByRole('textbox'), '確認中')
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
  await expect.element(question.getByRole('textbox')).toBeValid()
  await expect.element(question.getByRole('textbox')).toHaveValue('確認中')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: '破棄' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: '確認済みにする' })).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('an alert that somebody else has confirmed meanwhile says who, and keeps the comment that was not taken', async () => {
  server.answer = confirmingAs('監督 花子')
  const { screen, onMove, onClose } = await openReading({ alert: occurring, listed: [{ id: 7 }, { id: 5 }] })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await type(question.getByRole('textbox'), '弁を交換した')
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect
    .element(question.getByRole('alert'))
    .toMatchTextContent('監督 花子さんがすでに確認済みにしています。入力したコメントは保存されていません。')
  await expect.element(question.getByRole('textbox')).toHaveValue('弁を交換した')
  await type(question.getByRole('textbox'), '')
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(screen.getByText('監督 花子さんがすでに確認済みにしています')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '次のアラートへ' })).toBeVisible()
  await expect.element(screen.getByText('アラートを確認済みにしました')).not.toBeInTheDocument()
  expect(onMove).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('a confirmed alert says who confirmed it, why, and by which range it was judged, and cannot be confirmed again', async () => {
  const { screen } = await openReading({ alert: confirmed })
  await expect.element(screen.getByText('バルブを閉めました')).toBeVisible()
  await expect.element(screen.getByText(/監督 花子/)).toBeVisible()
  const judged = screen.getByText(/で判定/)
  await expect.element(judged).toMatchTextContent(/異常範囲 0\.80? 〜 1(\.0+)? MPa ?で判定/)
  await expect.element(screen.getByRole('button', { name: '確認済みにする' })).not.toBeInTheDocument()
  await expect.element(screen.getByText('編集済み')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'コメントを編集' })).not.toBeInTheDocument()
})

test('the author of a confirmation edits its comment later by keys, and a refusal keeps what was typed', async () => {
  const own = { ...confirmed, confirmed_by: anAccount().username }
  const refused = { success: false, code: 'comment_refused', messages: [''], request_id: 'r1' }
  server.answer = () => Response.json(refused, { status: 409 })
  const { screen, onMove } = await openReading({ alert: own, listed: [{ id: 7 }, { id: 5 }] })
  const row = screen.getByRole('group', { name: 'コメント', exact: true })
  const pencil = screen.getByRole('button', { name: 'コメントを編集' })
  pencil.element().focus()
  await userEvent.keyboard('{Enter}')
  const field = row.getByRole('textbox')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('maxlength', '100')
  await type(field, ' 弁を閉め、翌朝に開けた ')
  // Moving on would lose it.
  await expect.element(screen.getByRole('button', { name: '次の測定値' })).toBeDisabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(row.getByRole('alert')).toMatchTextContent(/本人だけです/)
  await expect.element(field).toHaveValue(' 弁を閉め、翌朝に開けた ')
  const comment = '弁を閉め、翌朝に開けた'
  const changed = { ...own, comment, comment_edited_at: '2026-11-21T09:00:00+09:00' }
  server.answer = () => Response.json({ success: true, data: changed })
  field.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toMatchTextContent(/弁を閉め、翌朝に開けた/)
  await expect.element(pencil).toHaveFocus()
  await expect.element(screen.getByText(/^編集済み/)).toMatchTextContent(/2026\/11\/21 09:00/)
  const last = server.asked.at(-1)
  expect([last?.method, new URL(last?.url ?? '').pathname]).toEqual(['PUT', '/api/v1/meter-alert/12/comment'])
  expect(await last?.json()).toEqual({ comment })
  expect(onMove).not.toHaveBeenCalled()
})

test('an alert that has ended says when and why', async () => {
  const ended = { is_alert: false, end_reason: 'range', updated_at: '2026-11-20T14:30:00+09:00' } as const
  const { screen } = await openReading({ alert: { ...occurring, ...ended } })
  await expect
    .element(screen.getByText(/異常範囲の変更により終了/))
    .toMatchTextContent(/終了.*2026\/11\/20 14:30(:00)?.*異常範囲の変更により終了/)
})

test('an alert that ends while its confirmation is asked for says so with the value, and can be confirmed', async () => {
  server.answer = confirming
  const { client, screen } = await openReading({ alert: occurring })
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question.getByRole('status')).toHaveTextContent('')
  const time = '2026-11-20T14:10:00+09:00'
  const last_reading = {
    id: 8,
    value: 0.5,
    created_at: time,
    is_abnormal: false,
    is_unsure: false,
    read_state: null,
    thumbnail: null,
  }
  client.setQueryData(metersQuery.queryKey, [aMeter({ last_reading })])
  client.setQueryData(
    alertKeys.one(12),
    anAlert({ id: 12, is_alert: false, end_reason: 'value', updated_at: time }),
  )
  await expect
    .element(question.getByRole('status'))
    .toMatchTextContent(
      /^このアラートは終了しました（正常値に復帰）。最新の測定値は 0\.50? MPa（.*14:10）です。$/,
    )
  await question.getByRole('button', { name: '確認済みにする' }).click()
  await expect.element(screen.getByText(/^1\/1件目 確認済み/)).toBeVisible()
  expect(server.asked).toHaveLength(1)
})

test('an alert that had ended before its confirmation is asked for says nothing of it there', async () => {
  const ended = { ...occurring, is_alert: false, end_reason: 'value' } as const
  const { client, screen } = await openReading({ alert: ended })
  client.setQueryData(alertKeys.one(12), anAlert({ id: 12, is_alert: false, end_reason: 'value' }))
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.element(question).toBeVisible()
  await expect.element(question.getByRole('status')).toHaveTextContent('')
})

/** Four alerts; each confirmed one leaves the list. */
function Walk() {
  const all = [{ id: 7 }, { id: 5 }, { id: 3 }, { id: 2 }]
  const [id, move] = useState(7)
  const [listed, setListed] = useState(all)
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated' && client.getQueryData(alertKeys.one(id + 5)))
          setListed((held) => held.filter((each) => each.id !== id))
      }),
    [client, id],
  )
  window.addEventListener('undone', () => setListed(all), { once: true })
  return (
    <DialogOfAlert
      id={id}
      listed={listed}
      alert={{ ...occurring, id: id + 5 }}
      onMove={move}
      onClose={vi.fn()}
    />
  )
}

/** The same finger presses again as soon as the button says something else. */
function pressTwice(): void {
  let said = '確認済みにする'
  const pressing = new MutationObserver(() => {
    const buttons = [...document.querySelectorAll('[role=dialog]:not(:has(form)) button')]
    const main = buttons.find(({ textContent }) =>
      /^確認済みにする$|^次のアラートへ$/.test(textContent ?? ''),
    )
    if (!(main instanceof HTMLElement) || main.textContent === said) return
    said = main.textContent ?? ''
    main.click()
  })
  pressing.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => pressing.disconnect())
}

test('on the way through alerts each says which of how many it is, and a press does one thing only, which can be taken back', async () => {
  server.answer = confirming
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  for (const id of [7, 5, 3, 2])
    client.setQueryData(readingKeys.one(id), aReading({ id, value: id / 10, is_abnormal: true }))
  const screen = await showRouted(client, <Walk />, ['/meter-value/$id'])
  const confirm = screen.getByRole('button', { name: '確認済みにする' })
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  const next = screen.getByRole('button', { name: '次のアラートへ' })
  await dialogHasFocus(/1\/4件目/)
  pressTwice()
  confirm.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const notice = screen.getByRole('alert').filter({ hasText: 'アラートを確認済みにしました' })
  await expect.element(notice).toBeInTheDocument()
  // It stays under the pointer.
  notice.element().dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
  await expect.element(next).toHaveFocus()
  await expect.element(screen.getByText(/^1\/4件目 確認済み/)).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(next).not.toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(confirm).toHaveFocus()
  await expect.element(screen.getByText(/^2\/4件目/)).toBeVisible()
  await expect.element(notice).toMatchTextContent(/「No\.3 冷却水圧力」の測定値 0\.70? MPa（/)
  expect(server.asked.map(({ method }) => method)).toEqual(['PUT'])
  // After the pause it accepts presses again.
  await expect.element(confirm).not.toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(question).toMatchTextContent(/測定値 0\.50? MPa/)
  await userEvent.keyboard('{Escape}')
  server.answer = () => Response.error()
  await expect.element(question).not.toBeInTheDocument()
  // Focus is trapped in the dialog: the notification names the keys that reach it.
  await expect
    .element(notice.getByRole('button', { name: '元に戻す' }))
    .toMatchTextContent('元に戻す（Ctrl+Z）')
  await userEvent.keyboard('{Control>}z{/Control}')
  const failure = screen.getByRole('alert').filter({ hasText: '確認済みを元に戻せませんでした' })
  server.answer = () => Response.json({ success: true, data: {} })
  const again = failure.getByRole('button', { name: '再試行' })
  await expect.element(again).toBeInTheDocument()
  // The console shows notifications above a dialog; here they are below.
  again.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(screen.getByText(/測定値 0\.70? MPa（.*）のアラートを元に戻しました/)).toBeVisible()
  const undo = server.asked.at(-1)
  expect([undo?.method, new URL(undo?.url ?? '').pathname]).toEqual([
    'DELETE',
    '/api/v1/meter-alert/12/confirmation',
  ])
  window.dispatchEvent(new Event('undone'))
  await expect.element(screen.getByText(/^2\/4件目/)).toBeVisible()
})

test('a confirmed alert leaves a long list at once, which is not asked for again chunk by chunk', async () => {
  server.answer = confirming
  const { client, screen } = await openReading({ alert: occurring, listed: [{ id: 7 }, { id: 5 }] })
  const list = alertList({ state: 'occurring', unitIds: [], sort: 'created_at', order: 'desc' })
  const alert = alertSchema.parse((await confirming().json()).data)
  const query = listQuery(list, 1, 'all')
  const page = (...ids: number[]) => ({
    rows: ids.map((id) => ({ ...alert, id })),
    count: 9,
    next: '3',
    previous: '1',
    partial: false,
    fetchedAt: Date.now(),
  })
  client.setQueryData(query.queryKey, {
    pages: [page(11, 12), page(13)],
    pageParams: [{ start: 0 }, { start: 2, after: '2' }],
  })
  const observer = new InfiniteQueryObserver(client, query)
  const stop = observer.subscribe(() => undefined)
  vi.mocked(fetch).mockClear()
  await screen.getByRole('button', { name: '確認済みにする' }).click()
  await screen
    .getByRole('dialog', { name: 'アラートの確認' })
    .getByRole('button', { name: '確認済みにする' })
    .click()
  await expect.element(screen.getByRole('button', { name: '次のアラートへ' })).toBeVisible()
  const { data, isFetching } = observer.getCurrentResult()
  expect(data?.pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[11], [13]])
  expect(isFetching).toBe(false)
  expect(data?.pages[0]?.count).toBe(8)
  // The meter's earlier alerts are asked for again.
  const asked = () =>
    vi
      .mocked(fetch)
      .mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input)))
      .filter((url) => !url.includes('created_span'))
  await expect.poll(asked).toHaveLength(1)
  stop()
})

test('after the question and the confirmation the detail stands where it stood, and the next alert begins at its top', async () => {
  server.answer = confirming
  const { screen, title, onMove } = await openReading({ alert: occurring, listed: [{ id: 7 }, { id: 5 }] })
  const scrolled = title.element().closest('[role=dialog]')
  const confirm = screen.getByRole('button', { name: '確認済みにする' })
  const question = screen.getByRole('dialog', { name: 'アラートの確認' })
  await expect.poll(() => scrolled?.scrollHeight).toBeGreaterThan(window.innerHeight)
  await confirm.click()
  await expect.element(question.getByRole('textbox')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirm).toHaveFocus()
  await expect.poll(() => scrolled?.scrollTop).toBe(0)
  scrolled?.scrollTo({ top: 200 })
  await confirm.click()
  await question.getByRole('button', { name: '確認済みにする' }).click()
  const next = screen.getByRole('button', { name: '次のアラートへ' })
  await expect.element(next).not.toHaveAttribute('aria-disabled', 'true')
  // The note above it takes room.
  await expect.poll(() => scrolled?.scrollTop).toBeGreaterThanOrEqual(200)
  await next.click()
  expect(onMove.mock.calls).toEqual([[5]])
  await expect.poll(() => scrolled?.scrollTop).toBe(0)
})
