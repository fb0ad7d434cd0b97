import { IconBellOff } from '@tabler/icons-react'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

interface Props {
  alert: Alert
  /** Those that last. */
  maintenances: readonly Maintenance[]
}

/** 点検中, at an alert of a group where people work: one that occurs or began in that time. */
export function MaintenanceMark({ alert, maintenances }: Props) {
  const { meter_group_id: groupId } = alert.meter_value.meter
  const maintenance = maintenances.find(({ group_id }) => group_id === groupId)
  if (maintenance === undefined) return null
  const began = Date.parse(alert.created_at) >= Date.parse(maintenance.started_at)
  if (!alert.is_alert && !began) return null
  return (
    <span>
      <StatusPill tone="waiting" icon={IconBellOff}>
        点検中
      </StatusPill>
    </span>
  )
}
