import type { Alert } from '../../../contract/alerts.ts'
import type { TestApp } from './app.ts'
import { addMeter } from './builders.ts'
import { dataOf } from './data.ts'

export type TestMeter = Awaited<ReturnType<typeof addMeter>>

/** Minutes of one morning as measurement times. */
const minute = (at: number) =>
  `2026-11-20 ${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00`
const instant = (at: number) => `${minute(at).replace(' ', 'T')}.000+09:00`

/** An alert as its state and minutes. */
export const brief = ({ is_alert, is_alerted, created_at, updated_at, meter_value }: Alert) => ({
  state: is_alert ? 'occurring' : is_alerted ? 'past' : 'confirmed',
  from: created_at,
  to: meter_value.created_at,
  updated: updated_at,
})
export const occurring = (from: number, to: number) => ({
  state: 'occurring',
  from: instant(from),
  to: instant(to),
  updated: instant(to),
})
export const past = (from: number, to: number, ended: number) => ({
  ...occurring(from, to),
  state: 'past',
  updated: instant(ended),
})

/** Actions of a user of `test.own`; its meters are abnormal from 0.8 up. */
export function alertCalls(test: TestApp) {
  const as = test.own.general
  const list = (query: string) => test.ask('GET', `/api/v1/meter-alerts?${query}`, { as })
  const alertsOf = async (meter: TestMeter): Promise<Alert[]> =>
    dataOf('alerts', await list('limit=1000&sort_type=asc')).filter(
      ({ meter_value }) => meter_value.meter_id === meter.id,
    )
  return {
    list,
    alertsOf,
    of: async (meter: TestMeter) => (await alertsOf(meter)).map(brief),
    meterOf: (given: Parameters<typeof addMeter>[2] = {}) => addMeter(test.deps.database, test.own.id, given),
    post: (meter: TestMeter, at: number, value: number | null, image: string | null = null) => {
      const body = { meter_id: meter.id, value, created_at: minute(at), image_base64: image }
      return test.ask('POST', '/api/v1/meter-value', { as, body })
    },
    async send(meter: TestMeter, at: number, value: number | null, image: string | null = null) {
      return dataOf('createReading', await this.post(meter, at, value, image)).id
    },
    correct: (id: number, value: number | null) =>
      test.ask('PUT', `/api/v1/meter-value/${id}`, { as, body: { value } }),
    remove: (id: number) => test.ask('DELETE', `/api/v1/meter-value/${id}`, { as }),
    setRange: (meter: TestMeter, start: number | null, end: number | null) =>
      test.ask('PUT', `/api/v1/meters/${meter.id}`, {
        as,
        body: { emergency_start_value: start, emergency_end_value: end },
      }),
    confirm: (id: number, more: object = {}, user = as) =>
      test.ask('PUT', `/api/v1/meter-alert/${id}`, {
        as: user,
        body: { is_alert: false, is_alerted: false, confirm_at: '2026-11-20 10:00:00', ...more },
      }),
    comment: (id: number, comment: string | null, user = as) =>
      test.ask('PUT', `/api/v1/meter-alert/${id}/comment`, { as: user, body: { comment } }),
    assign: (id: number, user_id: number | null, previous_user_id: number | null, user = as) =>
      test.ask('PUT', `/api/v1/meter-alert/${id}/assignee`, {
        as: user,
        body: { user_id, previous_user_id },
      }),
    undo: (id: number, user = as) =>
      test.ask('DELETE', `/api/v1/meter-alert/${id}/confirmation`, { as: user }),
  }
}
