import { useQuery } from '@tanstack/react-query'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import type { Span } from '../../../../contract/time/spans.ts'
import { idListLimit } from '../../../../text/limits.ts'
import { meterAlertsQuery } from '../../../lib/queries/alerts.ts'

interface TileAlerts {
  /** The alert of a reading: the run of its meter that contains it. An unconfirmed one comes first. */
  alertOf: (reading: Reading) => Alert | undefined
  /** How many of the readings the alert contains. */
  countOf: (alert: Alert) => number
}

/** Finds the alerts of the tiles' readings. */
export function useTileAlerts(readings: readonly (Reading | undefined)[], span: Span): TileAlerts {
  const abnormal = readings.flatMap((reading) => (reading?.is_abnormal ? [reading] : []))
  const meterIds = [...new Set(abnormal.map(({ meter_id }) => meter_id))]
    .sort((one, other) => one - other)
    .slice(0, idListLimit)
  const { data: alerts = [] } = useQuery(meterAlertsQuery(meterIds, span))
  const ofMeters = Map.groupBy(alerts, ({ meter_value }) => meter_value.meter_id)
  return {
    alertOf(reading) {
      if (!reading.is_abnormal) return undefined
      const own = ofMeters.get(reading.meter_id)?.filter((alert) => isWithinRun(reading, alert))
      return own?.find(({ confirm_at }) => confirm_at === null) ?? own?.[0]
    },
    countOf: (alert) =>
      abnormal.filter(
        (reading) => reading.meter_id === alert.meter_value.meter_id && isWithinRun(reading, alert),
      ).length,
  }
}

function isWithinRun({ created_at }: Reading, { created_at: first, meter_value: latest }: Alert): boolean {
  const at = Date.parse(created_at)
  return Date.parse(first) <= at && at <= Date.parse(latest.created_at)
}
