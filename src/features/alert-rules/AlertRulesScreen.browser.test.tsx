// Covers docs/requirements.md: 1038, 1039, 1040, 1041, 1042, 1043, 1056, 1059

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AlertRule, ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import {
  aFoundCase,
  anAlertRule,
  aRecipientGroup,
  aReplay,
} from '../../../tests/support/responses/alertRules.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AlertRulesScreen } from './AlertRulesScreen.tsx'
import type { AlertRuleSearch } from './search.ts'

const last_reading = {
  id: 9,
  value: 0.4,
  created_at: '2026-11-30T09:00:00+09:00',
  is_abnormal: false,
  is_unsure: false,
  read_state: 1,
  thumbnail: null,
} as const
const meters = [
  aMeter({ id: 3, name: '冷却水往き圧', meter_group_id: 6, last_reading }),
  aMeter({ id: 4, name: '冷却水還り圧', meter_group_id: 6, last_reading }),
  aMeter({ id: 5, name: '冷却水温', meter_group_id: 6, meter_unit_id: 2 }),
]
const group = (id: number, name: string) => ({ ...aGroupRow, id, name })
const aGroupRow = {
  description: '',
  organization_id: 1,
  created_at: '2026-11-01T09:00:00+09:00',
  updated_at: '2026-11-01T09:00:00+09:00',
}

let rules: AlertRule[] = []
let recipientGroups: RecipientGroup[] = []
let replay: ReplayAnswer = aReplay()
/** The next 試算 fails. */
let isReplayFailing = false
/** Method, path and body of each change. */
let sent: [method: string, path: string, body: Record<string, unknown>][] = []
/** Bodies of each 試算. */
let replayed: { meter_id: number; rule: Record<string, unknown> }[] = []

beforeEach(() => {
  rules = [anAlertRule()]
  recipientGroups = [aRecipientGroup()]
  replay = aReplay({ cases: [aFoundCase()], alarms: 1, cases_per_week: 0.08 })
  isReplayFailing = false
  sent = []
  replayed = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    const text = await request.text()
    const body = text === '' ? {} : JSON.parse(text)
    if (path === '/alert-rules/replay') {
      replayed.push(body)
      if (!isReplayFailing) return Response.json({ success: true, data: replay })
      const failure = { success: false, code: 'internal', messages: [], issues: [], request_id: 'r1' }
      return Response.json(failure, { status: 500 })
    }
    if (path === '/recipient-groups') return Response.json({ success: true, data: recipientGroups })
    if (path === '/meters-values/series') return Response.json({ success: true, data: [series] })
    if (request.method === 'GET') return Response.json({ success: true, data: rules })
    sent.push([request.method, path, body])
    const id = Number(path.split('/').at(-1))
    if (request.method === 'DELETE') rules = rules.filter((rule) => rule.id !== id)
    else rules = [...rules.filter((rule) => rule.id !== id), anAlertRule({ id: id || 2, ...body })]
    return Response.json({ success: true, data: rules.at(-1) ?? { id } })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const series = {
  meter_id: 3,
  count: 3,
  unconfirmed_times: 0,
  points: [0.4, 0.55, 0.47].map((value, index) => ({
    id: index + 10,
    created_at: `2026-11-20T09:${index}0:00+09:00`,
    value,
    is_abnormal: false,
    read_state: 1,
  })),
  latest: aReading(),
}

async function open({ role = 1, search = {} }: { role?: 0 | 1; search?: AlertRuleSearch } = {}) {
  await page.viewport(1440, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(groupsQuery.queryKey, [group(6, '圧力計'), group(7, '空き')])
  client.setQueryData(categoriesQuery.queryKey, [aCategory()])
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa', status: 0 },
    { id: 2, name: '℃', status: 0 },
  ])
  return showRouted(
    client,
    <AlertRulesScreen
      search={search}
      onSearch={() => undefined}
      readingDialog={({ id }) => <p>{`測定値${id}`}</p>}
    />,
  )
}
type Screen = Awaited<ReturnType<typeof open>>

const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name, exact: true })
const choice = (screen: Screen, name: string) => screen.getByRole('combobox', { name, exact: true })
const button = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true })

/** The form of a new rule for the pressure gauges, by keys. */
async function beginRule(screen: Screen) {
  await button(screen, 'アラートルールを追加').click()
  await dialogHasFocus(/アラートルールの追加/)
  await type(choice(screen, 'メーターグループ'), '圧力')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(screen.getByText('メーター2件を見張ります（単位が違う1件は見張りません）。'))
    .toBeVisible()
}

test('each rule is listed as a sentence with its state, its last alert and what is wrong with it', async () => {
  rules = [
    anAlertRule({ last_opened_at: '2026-11-29T09:00:00+09:00', open_cases: 1 }),
    anAlertRule({ id: 2, name: '温度', is_enabled: false, judged_from: null, meter_count: 1 }),
    anAlertRule({ id: 3, name: '空き', meter_group_id: 7, meter_count: 0, problem: 'no_meters' }),
    anAlertRule({ id: 4, name: '流量', meter_count: 0, other_unit_count: 2, problem: 'unit_changed' }),
  ]
  const screen = await open({ role: 0 })
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) })
  await expect
    .element(row('圧力計 上下限'))
    .toMatchTextContent(/0\.50 MPaを超え、2回続いたら警報.*2件有効.*発生中 1件/)
  await expect.element(row('温度')).toMatchTextContent(/無効まだありません$/)
  await expect
    .element(row('空き'))
    .toMatchTextContent(/見張っていません このメーターグループにメーターがないため、見張っていません。/)
  await expect.element(row('流量')).toMatchTextContent(/単位が MPa のメーターがなくなったため/)
  expect(screen.getByRole('switch').elements()).toEqual([])
  expect(screen.getByRole('button', { name: /を編集$|を削除$|を追加$/ }).elements()).toEqual([])
})

test('what is wrong is found by a word and by the state', async () => {
  rules = [
    anAlertRule(),
    anAlertRule({ id: 2, name: '温度', is_enabled: false, judged_from: null }),
    anAlertRule({ id: 3, name: '空き', meter_count: 0, problem: 'no_meters' }),
  ]
  const screen = await open({ search: { states: [3], text: '見張って' } })
  await expect.element(screen.getByText('ALL 1 ITEMS')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^空き/ })).toBeVisible()
})

test('a rule is written as a sentence: the value that closes and the name follow until they are typed', async () => {
  const screen = await open()
  await beginRule(screen)
  await expect.element(field(screen, 'ルール名')).toHaveValue('圧力計 上下限')
  await type(field(screen, '警報の値'), '0.5')
  await expect.element(field(screen, '解消の値')).toHaveValue('0.48')
  await choice(screen, '超えるか下回るか').selectOptions('下回り')
  await expect.element(field(screen, '解消の値')).toHaveValue('0.52')
  await choice(screen, '超えるか下回るか').selectOptions('超え')
  await choice(screen, 'アラートを開くまでの回数').selectOptions('3回続いたら')
  await expect
    .element(screen.getByText('圧力計が0.50 MPaを超え、3回続いたら警報。0.48 MPa以下に戻ったら解消。'))
    .toBeVisible()
  await button(screen, '登録').click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を登録しました')).toBeVisible()
  expect(sent).toEqual([
    [
      'POST',
      '/alert-rules',
      {
        name: '圧力計 上下限',
        meter_id: null,
        meter_group_id: 6,
        meter_category_id: null,
        meter_unit_id: 1,
        condition: { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 },
        open_after: 3,
        close_after: 1,
        active: null,
        includes_unsure: false,
        recipient_group_id: null,
        is_enabled: true,
      },
    ],
  ])
})

test('what can never work is explained at once, and what is missing when it is sent', async () => {
  const screen = await open()
  await beginRule(screen)
  await button(screen, '登録').click()
  await expect.element(screen.getByText('注意か警報の値を入力してください')).toBeVisible()
  await expect.element(field(screen, '警報の値')).toHaveFocus()
  await type(field(screen, '警報の値'), '0.5')
  await expect.element(screen.getByText('注意か警報の値を入力してください')).not.toBeInTheDocument()
  await type(field(screen, '解消の値'), '0.6')
  const message = screen.getByText('解消の値は、警報の値以下にしてください')
  await expect.element(message).toBeVisible()
  await expect.element(field(screen, '解消の値')).toHaveAttribute('aria-invalid', 'true')
  await button(screen, '登録').click()
  await expect.element(field(screen, '解消の値')).toHaveFocus()
  await type(field(screen, '警報の値'), '0.7')
  await expect.element(message).not.toBeInTheDocument()
  await screen.getByRole('switch', { name: '見張る時間帯を決める' }).click()
  for (const day of ['月', '火', '水', '木', '金']) {
    const chip = screen.getByRole('checkbox', { name: `${day}曜日` })
    await expect.element(chip).toBeChecked()
    chip.element().focus()
    await userEvent.keyboard(' ')
    await expect.element(chip).not.toBeChecked()
  }
  await expect.element(screen.getByText(/^曜日がないため、一度も働きません。/)).toBeVisible()
  expect(sent).toEqual([])
})

test('試算 follows the dead band, shows the cases and their weeks, and opens their readings', async () => {
  const screen = await open()
  await beginRule(screen)
  replay = aReplay({ cases: [aFoundCase(), aFoundCase({ opened_by: 12 })], alarms: 2, is_noisy: true })
  await type(field(screen, '警報の値'), '0.5')
  // Each key may ask.
  await expect
    .poll(() => replayed.at(-1)?.rule['condition'])
    .toMatchObject({ alarm: 0.5, closing_limit: 0.48 })
  await expect.element(screen.getByText(/^このルールで開くアラート 2件（警報2件）/)).toBeVisible()
  await expect.element(screen.getByText('週に1件を超えます')).toBeVisible()
  await expect
    .element(screen.getByRole('application', { name: '冷却水往き圧の過去90日の測定値（MPa）' }))
    .toBeVisible()
  await expect
    .element(screen.getByRole('list', { name: '週ごとのアラートの件数' }).getByRole('listitem').nth(11))
    .toMatchTextContent(/2件/)
  replay = aReplay({ cases: [aFoundCase()], alarms: 1 })
  await button(screen, '不感帯を広げる').click()
  await expect.element(field(screen, '解消の値')).toHaveValue('0.47')
  await expect.element(screen.getByText('不感帯 0.03 MPa')).toBeVisible()
  await expect.element(screen.getByText(/^このルールで開くアラート 1件（警報1件）/)).toBeVisible()
  expect(replayed.at(-1)).toMatchObject({ meter_id: 3, rule: { condition: { closing_limit: 0.47 } } })
  await button(screen, 'アラートの一覧を見る').click()
  await button(screen, '測定値を見る').click()
  await expect.element(screen.getByText('測定値11')).toBeVisible()
})

test('試算 says that there are no readings, and how it failed', async () => {
  const screen = await open()
  replay = aReplay({ readings: 0 })
  await beginRule(screen)
  await expect.element(screen.getByText(/^ルールの入力が済むと/)).toBeVisible()
  await type(field(screen, '警報の値'), '0.5')
  await expect
    .element(screen.getByText('「冷却水往き圧」には、過去90日に判定する測定値がありません。'))
    .toBeVisible()
  isReplayFailing = true
  await type(choice(screen, '試算するメーター'), '還り')
  await userEvent.keyboard('{Enter}')
  const retry = button(screen, '再試行')
  await expect.element(retry).toBeVisible()
  isReplayFailing = false
  replay = aReplay()
  await retry.click()
  await expect.element(screen.getByText('このルールで開くアラート 0件')).toBeVisible()
  expect(replayed.at(-1)).toMatchObject({ meter_id: 4 })
})

test('all meters of a group are tried one after another, and one of them is chosen', async () => {
  const screen = await open()
  await beginRule(screen)
  await type(field(screen, '警報の値'), '0.5')
  await button(screen, '2件すべてのメーターで試算').click()
  await expect.element(screen.getByText('メーター2件で、アラートは合わせて2件')).toBeVisible()
  const list = screen.getByRole('list', { name: 'メーターごとのアラート' })
  await list.getByRole('button', { name: /^冷却水還り圧 1件（警報1件）、1週間に0\.1件/ }).click()
  await expect
    .element(screen.getByRole('application', { name: '冷却水還り圧の過去90日の測定値（MPa）' }))
    .toBeVisible()
})

test('a changed rule is compared with the saved one, and says what becomes of its open alerts', async () => {
  rules = [anAlertRule({ open_cases: 2 })]
  const screen = await open()
  await button(screen, '圧力計 上下限を編集').click()
  await expect.element(screen.getByText(/^このルールで開くアラート 1件/)).toBeVisible()
  expect(screen.getByText(/^保存されているルールでは/).elements()).toEqual([])
  await button(screen, '不感帯を狭める').click()
  await expect.element(screen.getByText(/^保存されているルールでは 1件/)).toBeVisible()
  await expect.element(screen.getByText(/発生中のアラート2件は終わります。/)).toBeVisible()
  await button(screen, '更新').click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を更新しました')).toBeVisible()
  expect(sent).toMatchObject([['PUT', '/alert-rules/1', { condition: { closing_limit: 0.49 } }]])
})

test('whom a rule notifies is one of the words of its sentence', async () => {
  const screen = await open()
  await button(screen, '圧力計 上下限を編集').click()
  await expect.element(screen.getByText(/受け取る設定の全員に、メールと通知で知らせます。$/)).toBeVisible()
  await choice(screen, '通知先').selectOptions('設備班へ')
  await expect.element(screen.getByText(/0\.48 MPa以下に戻ったら解消。「設備班」へ知らせる。$/)).toBeVisible()
  await expect
    .element(screen.getByText(/「設備班」の1人に、それぞれの設定のとおりメールと通知で知らせます。$/))
    .toBeVisible()
  await button(screen, '更新').click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を更新しました')).toBeVisible()
  expect(sent).toMatchObject([['PUT', '/alert-rules/1', { recipient_group_id: 8 }]])
})

test('a rule whose group is empty or not reached says so in the list and in its form', async () => {
  const named = { recipient_group_id: 8, recipient_group_name: '設備班' }
  rules = [
    anAlertRule({ ...named, recipient_problem: 'no_members' }),
    anAlertRule({ id: 2, name: '温度', ...named, recipient_problem: 'nobody_reached' }),
  ]
  recipientGroups = [aRecipientGroup({ members: [], reached_count: 0 })]
  const screen = await open()
  await expect
    .element(screen.getByRole('row', { name: /^圧力計/ }))
    .toMatchTextContent(/通知先を確認 通知先グループ「設備班」にメンバーがいないため、全員に知らせています。/)
  await expect
    .element(screen.getByRole('row', { name: /^温度/ }))
    .toMatchTextContent(/アラートのメールも通知も受け取らない設定のため、だれにも届きません。/)
  await button(screen, '圧力計 上下限を編集').click()
  await expect
    .element(screen.getByText(/受け取る設定の全員に知らせます。「設備班」にはメンバーがいません。$/))
    .toBeVisible()
})

test('a copy begins as the rule and is saved as another one', async () => {
  const screen = await open()
  await button(screen, '圧力計 上下限を複製').click()
  await expect.element(screen.getByRole('dialog', { name: 'アラートルールの複製' })).toBeVisible()
  await expect.element(field(screen, 'ルール名')).toHaveValue('圧力計 上下限 のコピー')
  await button(screen, '登録').click()
  await expect
    .element(screen.getByText('アラートルール「圧力計 上下限 のコピー」を登録しました'))
    .toBeVisible()
  expect(sent).toMatchObject([['POST', '/alert-rules', { meter_group_id: 6, open_after: 2 }]])
})

test('a rule is switched off after a question where alerts end with it, and on again at once', async () => {
  rules = [anAlertRule({ open_cases: 1 })]
  const screen = await open()
  const state = screen.getByRole('switch', { name: '圧力計 上下限を有効にする' })
  await expect.element(state).toBeChecked()
  state.element().focus()
  await userEvent.keyboard(' ')
  await dialogHasFocus(/発生中のアラート1件は終わります。/)
  await button(screen, '無効にする').click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を無効にしました')).toBeVisible()
  await expect.element(state).not.toBeChecked()
  await state.click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を有効にしました')).toBeVisible()
  await expect.element(state).toBeChecked()
  expect(sent).toMatchObject([
    ['PUT', '/alert-rules/1', { is_enabled: false, condition: { alarm: 0.5 }, meter_group_id: 6 }],
    ['PUT', '/alert-rules/1', { is_enabled: true }],
  ])
})

test('a rule is deleted after a question, and the keys go on at the button that adds one', async () => {
  const screen = await open()
  const removal = button(screen, '圧力計 上下限を削除')
  await expect.element(removal).toBeVisible()
  removal.element().focus()
  await userEvent.keyboard('{Enter}')
  await dialogHasFocus(/アラートルール「圧力計 上下限」を削除します。/)
  await button(screen, '削除').click()
  await expect.element(screen.getByText('アラートルール「圧力計 上下限」を削除しました')).toBeVisible()
  await expect.element(button(screen, 'アラートルールを追加')).toHaveFocus()
  await expect.element(screen.getByText(/^アラートルールはまだありません。/)).toBeVisible()
  expect(sent).toMatchObject([['DELETE', '/alert-rules/1', {}]])
})
