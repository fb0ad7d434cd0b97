import { useQuery } from '@tanstack/react-query'
import type { Alert } from '../../../contract/alerts.ts'
import type { Reading } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/spans.ts'
import { idListLimit } from '../../../contract/wire.ts'
import { openAlertsQuery } from '../../lib/queries/alerts.ts'

/** Finds the unconfirmed alert of a tile's reading: the run of its meter that contains it. */
export function useTileAlerts(
  readings: readonly (Reading | undefined)[],
  span: Span,
): (reading: Reading) => Alert | undefined {
  const abnormal = readings.flatMap((reading) => (reading?.is_abnormal ? reading.meter_id : []))
  const meterIds = [...new Set(abnormal)].sort((one, other) => one - other).slice(0, idListLimit)
  const { data: alerts = [] } = useQuery(openAlertsQuery(meterIds, span))
  const ofMeters = Map.groupBy(alerts, ({ meter_value }) => meter_value.meter_id)
  return (reading) =>
    reading.is_abnormal
      ? ofMeters.get(reading.meter_id)?.find((alert) => isWithinRun(reading, alert))
      : undefined
}

function isWithinRun({ created_at }: Reading, { created_at: first, meter_value: latest }: Alert): boolean {
  const at = Date.parse(created_at)
  return Date.parse(first) <= at && at <= Date.parse(latest.created_at)
}
