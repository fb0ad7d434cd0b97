import type { AlertRule, ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'

/** An alarm above 0.5 MPa of a group, as in API responses. */
export const anAlertRule = (over: Partial<AlertRule> = {}): AlertRule => ({
  id: 1,
  name: '圧力計 上下限',
  sentence: '圧力計が0.50 MPaを超え、2回続いたら警報。0.48 MPa以下に戻ったら解消。',
  meter_id: null,
  meter_group_id: 6,
  meter_category_id: null,
  meter_unit_id: 1,
  condition: { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 },
  open_after: 2,
  close_after: 1,
  active: null,
  includes_unsure: false,
  is_enabled: true,
  judged_from: '2026-11-01T09:00:00+09:00',
  meter_count: 2,
  other_unit_count: 0,
  open_cases: 0,
  last_opened_at: null,
  problem: null,
  recipient_group_id: null,
  recipient_group_name: null,
  recipient_problem: null,
  created_at: '2026-11-01T09:00:00+09:00',
  updated_at: '2026-11-01T09:00:00+09:00',
  ...over,
})

/** 設備班 with one member, which no rule notifies, as in API responses. */
export const aRecipientGroup = (over: Partial<RecipientGroup> = {}): RecipientGroup => ({
  id: 8,
  name: '設備班',
  members: [{ id: 2, username: '佐藤' }],
  reached_count: 1,
  rules: [],
  created_at: '2026-11-01T09:00:00+09:00',
  updated_at: '2026-11-01T09:00:00+09:00',
  ...over,
})

type FoundCase = ReplayAnswer['cases'][number]

export const aFoundCase = (over: Partial<FoundCase> = {}): FoundCase => ({
  level: 'alarm',
  began_at: '2026-11-20T09:00:00+09:00',
  opened_at: '2026-11-20T09:10:00+09:00',
  opened_by: 11,
  upgraded_at: null,
  closed_at: '2026-11-20T12:10:00+09:00',
  ...over,
})

/** 試算 of 90 days without a case, as in API responses. */
export const aReplay = (over: Partial<ReplayAnswer> = {}): ReplayAnswer => ({
  from: '2026-09-01T09:00:00+09:00',
  to: '2026-11-30T09:00:00+09:00',
  readings: 12_960,
  cases: [],
  alarms: 0,
  cases_per_week: 0,
  cases_at_night: 0,
  is_noisy: false,
  ...over,
})
