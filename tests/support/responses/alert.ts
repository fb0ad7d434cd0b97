import type { Alert } from '../../../contract/alerts.ts'
import { aReading } from './readings.ts'

/** An open alert, as in API responses: 0.95 of a gauge that is abnormal from 0.8. */
export function anAlert(over: Partial<Alert> = {}, meterName = 'No.3 冷却水圧力'): Alert {
  const at = '2026-11-18T14:03:00+09:00'
  const reading = aReading({ value: 0.95, is_abnormal: true })
  return {
    id: 1,
    is_alert: true,
    is_alerted: true,
    confirm_at: null,
    confirmed_by: null,
    comment: null,
    comment_edited_at: null,
    end_reason: null,
    created_at: at,
    updated_at: at,
    emergency_start_value: 0.8,
    emergency_end_value: 1,
    meter_value: {
      ...reading,
      meter: { ...reading.meter, name: meterName, emergency_start_value: 0.8, emergency_end_value: 1 },
    },
    ...over,
  }
}

/** An open alert of a rule. */
export const aRuleAlert = (over: Partial<Alert> = {}, meterName?: string): Alert =>
  anAlert(
    {
      emergency_start_value: null,
      emergency_end_value: null,
      rule: {
        name: '冷却水の高圧',
        sentence: '冷却水圧力が0.90 MPaを超えたら警報。0.88 MPa以下に戻ったら解消。',
        level: 'alarm',
        limits: { warning: null, alarm: 0.9 },
      },
      ...over,
    },
    meterName,
  )
