import type { NoiseSource, QuieterRule } from '../../../contract/alert-rules/noise.ts'

/** The rule of `anAlertRule`, as in API responses. */
export const aNoiseSource = (over: Partial<NoiseSource> = {}): NoiseSource => ({
  rule_id: 1,
  meter_id: null,
  name: '圧力計 上下限',
  meter_count: 1,
  alerts: 38,
  alerts_per_week: 2.96,
  alerts_at_night: 12,
  confirmed: 5,
  commented: 2,
  ended_unconfirmed: 33,
  ...over,
})

const limit = { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 } as const
const rule: QuieterRule['rule'] = {
  condition: limit,
  open_after: 2,
  close_after: 1,
  active: null,
  includes_unsure: false,
}

/** 試算 of it with a wider dead band. */
export const aQuieterRule = (over: Partial<QuieterRule> = {}): QuieterRule => ({
  meters: 1,
  readings: 12_960,
  rule,
  cases: 12,
  proposed: { rule: { ...rule, condition: { ...limit, closing_limit: 0.46 } }, cases: 2 },
  problem: null,
  ...over,
})
