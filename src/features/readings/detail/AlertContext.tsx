import { Stack } from '@mantine/core'
import type { Alert } from '../../../../contract/alerts.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { AlertTrend } from './AlertTrend.tsx'
import { EarlierAlerts } from './EarlierAlerts.tsx'

/** What a person decides about an alert by: the meter's readings around it and its earlier alerts. */
export function AlertContext({ alert }: { alert: Alert }) {
  const { units } = useMasters('units')
  const unit = nameIn(units, alert.meter_value.meter.meter_unit_id)
  return (
    <Stack gap={16} mb={16}>
      <AlertTrend alert={alert} unit={unit} />
      <EarlierAlerts alert={alert} unit={unit} />
    </Stack>
  )
}
