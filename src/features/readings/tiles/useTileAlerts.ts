import { useQuery } from '@tanstack/react-query'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import type { Span } from '../../../../contract/time/spans.ts'
import { idListLimit } from '../../../../text/limits.ts'
import { alertsAroundQuery, meterAlertsQuery } from '../../../lib/queries/alerts.ts'

export interface TileAlerts {
  /**
   * The alert of a reading: the run of its meter that contains it, or the confirmed alert whose run went on with it. An
   * unconfirmed one comes first.
   */
  alertOf: (reading: Reading) => Alert | undefined
  /** How many of the readings the alert contains. */
  countOf: (alert: Alert) => number
}

/** Without those of alert rules, which are not about single readings. */
const byMeter = (alerts: readonly Alert[]) =>
  Map.groupBy(
    alerts.filter(({ rule }) => rule === undefined),
    ({ meter_value }) => meter_value.meter_id,
  )

/** Finds the alerts of the tiles' readings. */
export function useTileAlerts(readings: readonly (Reading | undefined)[], span: Span): TileAlerts {
  const abnormal = readings.flatMap((reading) => (reading?.is_abnormal ? [reading] : []))
  const meterIds = [...new Set(abnormal.map(({ meter_id }) => meter_id))]
    .sort((one, other) => one - other)
    .slice(0, idListLimit)
  const { data: alerts = [], isSuccess, isPlaceholderData } = useQuery(meterAlertsQuery(meterIds, span))
  const ofMeters = byMeter(alerts)
  const isComplete = isSuccess && !isPlaceholderData
  const without = abnormal.filter(
    (reading) => meterIds.includes(reading.meter_id) && alertWith(reading, ofMeters) === undefined,
  )
  const { data: others = [] } = useQuery(alertsAroundQuery(isComplete ? without : []))
  const othersOfMeters = byMeter(others)
  return {
    alertOf(reading) {
      if (!reading.is_abnormal) return undefined
      return (
        alertWith(reading, ofMeters) ??
        alertWith(reading, othersOfMeters) ??
        continuedAlert(reading, othersOfMeters, readings)
      )
    },
    countOf: (alert) =>
      abnormal.filter(
        (reading) => reading.meter_id === alert.meter_value.meter_id && isWithinRun(reading, alert),
      ).length,
  }
}

function alertWith(reading: Reading, ofMeters: Map<number, Alert[]>): Alert | undefined {
  const own = ofMeters.get(reading.meter_id)?.filter((alert) => isWithinRun(reading, alert))
  return own?.find(({ confirm_at }) => confirm_at === null) ?? own?.[0]
}

/**
 * A confirmed alert does not change, and a run that goes on after the confirmation opens no other one. So an abnormal
 * reading without an alert continues the last alert that was confirmed while it occurred.
 */
function continuedAlert(
  reading: Reading,
  ofMeters: Map<number, Alert[]>,
  readings: readonly (Reading | undefined)[],
): Alert | undefined {
  const at = Date.parse(reading.created_at)
  const last = ofMeters.get(reading.meter_id)?.find(({ created_at: first }) => Date.parse(first) <= at)
  if (last === undefined || last.confirm_at === null || last.end_reason !== null) return undefined
  const seen = Date.parse(last.meter_value.created_at)
  const hasEnded = readings.some((other) => {
    if (other?.meter_id !== reading.meter_id || other.is_abnormal || other.value === null) return false
    const time = Date.parse(other.created_at)
    return seen < time && time < at
  })
  return hasEnded ? undefined : last
}

function isWithinRun({ created_at }: Reading, { created_at: first, meter_value: latest }: Alert): boolean {
  const at = Date.parse(created_at)
  return Date.parse(first) <= at && at <= Date.parse(latest.created_at)
}
