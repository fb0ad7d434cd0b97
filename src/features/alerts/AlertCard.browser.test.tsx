// Covers docs/requirements.md: 132, 133, 569, 985, 1007, 1037, 1045, 1070, 1079, 1093

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAlert, aRuleAlert } from '../../../tests/support/responses/alert.ts'
import { aMaintenance } from '../../../tests/support/responses/maintenances.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { AlertCard } from './AlertCard.tsx'
import type { Assigning } from './useAssigning.ts'

const nobody = { userId: 1, onTake: undefined, onChange: () => undefined }

async function showCard(
  alert: Alert,
  assigning: Assigning = nobody,
  maintenances: readonly Maintenance[] = [],
) {
  const screen = await showRouted(
    new QueryClient(),
    <AlertCard
      alert={alert}
      unit="MPa"
      category={undefined}
      onOpen={() => undefined}
      onConfirm={() => undefined}
      assigning={assigning}
      maintenances={maintenances}
    />,
    ['/meters/$id', '/review'],
  )
  return screen.getByRole('article', { name: alert.meter_value.meter.name })
}

test('a card names the range that its alert was judged by, not the one that the meter has by now', async () => {
  const alert = anAlert()
  const { meter_value: reading } = alert
  const meter = { ...reading.meter, emergency_start_value: 1.3, emergency_end_value: 1.5 }
  const card = await showCard({ ...alert, meter_value: { ...reading, meter } })
  await expect.element(card).toMatchTextContent(/異常範囲 0\.80? 〜 1(\.0+)? MPa/)
})

test.each([
  ['loop broken', '断線の疑い'],
  ['loop short', '短絡の疑い'],
])('a card says once what is probably wrong with a loop: %s', async (reason, text) => {
  const alert = anAlert()
  const { meter } = alert.meter_value
  const card = await showCard({
    ...alert,
    meter_value: { ...aReading({ value: null, reasons: [reason] }), meter },
  })
  await expect.element(card).toMatchTextContent(`データ無し（${text}）`)
  expect(card.element().textContent.split(text)).toHaveLength(2)
})

test.each([
  ['a value', 0.95, '異常0.95MPa→0.50MPa（修正済）'],
  ['no value', null, '異常データ無し→0.50MPa（修正済）'],
])('a card shows that people saw %s before it was corrected', async (_, seen, text) => {
  const alert = anAlert({ is_alert: false, end_reason: 'correction' })
  const reading = { ...alert.meter_value, value: 0.5, corrected_from: seen }
  const card = await showCard({ ...alert, meter_value: reading })
  await expect.poll(() => card.element().textContent.replaceAll(/\s/g, '')).toContain(text)
  await expect.element(card.getByText('異常', { exact: true })).toBeVisible()
})

test('a card leads to the item of 要確認 where its value waits for a person, and only there', async () => {
  const alert = anAlert()
  const { meter_value: reading } = alert
  const waiting = await showCard({ ...alert, meter_value: { ...reading, needs_review: true } })
  const link = waiting.getByRole('link', { name: /要確認で開く$/ })
  await expect.element(link).toHaveAttribute('href', `/review?reading=${reading.id}`)
  const sure = await showCard(anAlert({}, '別のメーター'))
  await expect.element(sure.getByRole('button', { name: /データ確認$/ })).toBeVisible()
  await expect.element(sure.getByRole('link', { name: /要確認で開く$/ })).not.toBeInTheDocument()
})

test('a card shows the errors of the device in its own words', async () => {
  const alert = anAlert()
  const { meter } = alert.meter_value
  const reading = aReading({ value: null, reasons: ['device error'] })
  const device_errors = ['圧力: Neg. Rate', '流量: Rate too high']
  const card = await showCard({ ...alert, meter_value: { ...reading, device_errors, meter } })
  await expect.element(card).toMatchTextContent('端末が読取エラーを報告しました')
  await expect.element(card.getByText('端末のエラー: 圧力: Neg. Rate、流量: Rate too high')).toBeVisible()
})

test('a card marks a reading whose time is not certain', async () => {
  const alert = anAlert()
  const sure = await showCard(alert)
  await expect.element(sure).not.toMatchTextContent(/時刻不明|測定 /)
  const { meter } = alert.meter_value
  const reading = aReading({ reasons: ['unconfirmed time'], created_at: '2026-11-18T13:50:00+09:00' })
  const card = await showCard({
    ...alert,
    meter_value: { ...reading, meter: { ...meter, name: '2号ポンプ' } },
  })
  await expect.element(card).toMatchTextContent(/測定 .*2026\/11\/18 13:50:00.*時刻不明/)
})

test.each([
  ['value', '正常値に復帰'],
  ['range', '異常範囲の変更により終了'],
  ['correction', '値の修正・削除により終了'],
] as const)('a past alert that ended by %s says why and when it ended', async (reason, text) => {
  const card = await showCard(
    anAlert({ is_alert: false, end_reason: reason, updated_at: '2026-11-18T16:20:00+09:00' }),
  )
  await expect.element(card.getByText(text, { exact: true })).toBeVisible()
  await expect.element(card).toMatchTextContent(/終了 .*2026\/11\/18 16:20:00/)
  await expect.element(card).not.toMatchTextContent(/更新/)
})

test('an alert that goes on says when it was updated, and no end', async () => {
  const card = await showCard(anAlert({ updated_at: '2026-11-18T16:20:00+09:00' }))
  await expect.element(card).toMatchTextContent(/更新 .*2026\/11\/18 16:20:00/)
  await expect.element(card).not.toMatchTextContent(/終了|復帰/)
})

test('a confirmed alert says by whom and why, and cannot be confirmed again', async () => {
  const open = await showCard(anAlert())
  await expect.element(open.getByRole('button', { name: /確認済みにする/ })).toBeVisible()
  const confirmed = anAlert({
    is_alert: false,
    is_alerted: false,
    confirm_at: '2026-11-18T15:03:00+09:00',
    confirmed_by: '監督 花子',
    comment: '弁を閉めて元に戻した',
  })
  const { meter } = confirmed.meter_value
  const card = await showCard({
    ...confirmed,
    meter_value: { ...confirmed.meter_value, meter: { ...meter, name: '2号ポンプ' } },
  })
  await expect.element(card).toMatchTextContent(/確認済み.*監督 花子.*弁を閉めて元に戻した/)
  await expect.element(card.getByRole('button', { name: /確認済みにする/ })).not.toBeInTheDocument()
})

test('a card of a confirmed alert that got worse shows both values and leads to the reading', async () => {
  const worsened = {
    id: 3,
    meter_value_id: 77,
    previous_value: 0.85,
    value: 0.97,
    created_at: '2026-11-18T15:00:00+09:00',
  }
  const at = '2026-11-18T14:30:00+09:00'
  const alert = anAlert({
    is_alert: false,
    is_alerted: false,
    confirm_at: at,
    confirmed_by: '佐藤',
    worsened,
  })
  const screen = await showRouted(
    new QueryClient(),
    <AlertCard
      alert={alert}
      unit="MPa"
      category={undefined}
      onOpen={() => {}}
      onConfirm={undefined}
      assigning={nobody}
      maintenances={[]}
    />,
    ['/meters/$id', '/meter-value/$id'],
  )
  const mark = screen.getByRole('link', { name: /さらに悪化 0\.85 → 0\.97 MPa/ })
  await expect.element(mark).toHaveAttribute('href', '/meter-value/77')
})

test('the card of a rule’s alert says the level, the rule and its sentence in place of the range', async () => {
  const card = await showCard(aRuleAlert())
  await expect
    .element(card)
    .toMatchTextContent('警報 冷却水の高圧: 冷却水圧力が0.90 MPaを超えたら警報。0.88 MPa以下に戻ったら解消。')
  await expect.element(card).not.toMatchTextContent(/異常範囲/)
})

test.each([
  ['value', '解消'],
  ['correction', '修正後は正常'],
  ['rule', 'アラートルールの変更・削除により終了'],
] as const)('a past alert of a rule that ended by %s says so', async (reason, text) => {
  const card = await showCard(aRuleAlert({ is_alert: false, end_reason: reason }))
  await expect.element(card.getByText(text, { exact: true })).toBeVisible()
})

const taken = (id: number, username: string | null = '佐藤 健一') => ({
  assignee: { id, username, taken_at: '2026-11-18T14:20:00+09:00' },
})

test('a card of an alert that nobody has is taken over by one press, or given to somebody', async () => {
  const [onTake, onChange] = [vi.fn(), vi.fn()]
  const alert = anAlert()
  const card = await showCard(alert, { userId: 1, onTake, onChange })
  await expect.element(card).toMatchTextContent('担当：未割当')
  await expect.element(card).not.toMatchTextContent('対応中')
  await card.getByRole('button', { name: 'No.3 冷却水圧力のアラートの 担当する' }).click()
  expect(onTake.mock.calls).toEqual([[alert]])
  await card.getByRole('button', { name: 'No.3 冷却水圧力のアラートの担当を変える' }).click()
  expect(onChange.mock.calls).toEqual([[alert]])
})

test('a card says who has the alert and since when, and releases only one’s own', async () => {
  const other = await showCard(anAlert(taken(2)))
  await expect.element(other).toMatchTextContent(/担当：佐藤 健一（.*2026\/11\/18 14:20:00 から）対応中/)
  await expect.element(other.getByRole('button', { name: /担当を変える$/ })).toBeVisible()
  await expect.element(other.getByRole('button', { name: /担当する$|担当を外す$/ })).not.toBeInTheDocument()
  const onTake = vi.fn()
  const own = await showCard(anAlert(taken(1, '点検 太郎'), '2号ポンプ'), { ...nobody, onTake })
  await own.getByRole('button', { name: /担当を外す$/ }).click()
  expect(onTake).toHaveBeenCalledOnce()
})

test('a card of a confirmed alert says who worked on it, and changes nothing', async () => {
  const confirmed = { is_alert: false, is_alerted: false, confirm_at: anAlert().created_at }
  const card = await showCard(anAlert({ ...confirmed, ...taken(1, null) }))
  await expect.element(card).toMatchTextContent(/担当：退会したユーザー（/)
  await expect.element(card).not.toMatchTextContent('対応中')
  await expect.element(card.getByRole('button', { name: /担当/ })).not.toBeInTheDocument()
  const never = await showCard(anAlert(confirmed, '2号ポンプ'))
  await expect.element(never).not.toMatchTextContent(/担当/)
})

test('a card of a group where people work says 点検中 while it occurs, or if it began in that time', async () => {
  const maintenances = [aMaintenance({ group_id: 6, started_at: '2026-11-18T10:00:00+09:00' })]
  const ofGroup = (name: string, groupId: number | null, over: Partial<Alert>) => {
    const { meter_value: reading, ...alert } = anAlert(over, name)
    return { ...alert, meter_value: { ...reading, meter: { ...reading.meter, meter_group_id: groupId } } }
  }
  const [before, later] = ['2026-11-18T09:00:00+09:00', '2026-11-18T11:00:00+09:00']
  const ended = { is_alert: false, end_reason: 'value' } as const
  const card = (...alert: Parameters<typeof ofGroup>) => showCard(ofGroup(...alert), nobody, maintenances)
  await expect.element(await card('吐出圧力', 6, { created_at: before })).toMatchTextContent(/点検中/)
  await expect
    .element(await card('吸込圧力', 6, { ...ended, created_at: later }))
    .toMatchTextContent(/点検中/)
  await expect
    .element(await card('冷却水温度', 6, { ...ended, created_at: before }))
    .not.toMatchTextContent(/点検中/)
  await expect.element(await card('水位', 7, { created_at: later })).not.toMatchTextContent(/点検中/)
  await expect.element(await card('電流', null, { created_at: later })).not.toMatchTextContent(/点検中/)
})

test.each([
  [{}, null],
  [{ repeated_at: '2026-11-18T18:20:00+09:00' }, /2026\/11\/18 18:20:00 再通知/],
  [
    { escalated: { at: '2026-11-18T14:50:00+09:00', recipient_group: '課長' } },
    /2026\/11\/18 14:50:00 「課長」にも通知/,
  ],
  [
    { escalated: { at: '2026-11-18T14:50:00+09:00', recipient_group: null } },
    /2026\/11\/18 14:50:00 全員に再通知/,
  ],
] satisfies [Partial<Alert>, RegExp | null][])(
  'a card says when people were told again: %j',
  async (told, text) => {
    const card = await showCard(anAlert(told))
    await expect.element(card).toMatchTextContent('担当：未割当')
    if (text) await expect.element(card).toMatchTextContent(text)
    else await expect.element(card).not.toMatchTextContent(/通知/)
  },
)
