import { ActionIcon, Button } from '@mantine/core'
import { IconUserCheck, IconUserEdit, IconUserMinus } from '@tabler/icons-react'
import type { Alert } from '../../../contract/alerts.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import classes from './Alerts.module.css'
import type { Assigning } from './useAssigning.ts'

interface Props {
  alert: Alert
  assigning: Assigning
}

/** 担当する of an alert that nobody has, 担当を外す of one’s own; what others have is changed by the pencil. */
export function TakeButton({ alert, assigning: { userId, onTake } }: Props) {
  const { assignee, confirm_at: confirmedAt } = alert
  const isOwn = assignee?.id === userId
  if (confirmedAt !== null || (assignee && !isOwn)) return null
  const Icon = isOwn ? IconUserMinus : IconUserCheck
  return (
    <Button
      className={classes.action}
      variant="default"
      data-removes="assignee"
      data-disabled={onTake === undefined}
      aria-disabled={onTake === undefined}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onTake?.(alert)}
    >
      <VisuallyHidden>{alert.meter_value.meter.name}のアラートの</VisuallyHidden>
      {isOwn ? '担当を外す' : '担当する'}
    </Button>
  )
}

/** 担当を変える, after the words that say who has it. */
export const ChangeAssigneeButton = ({ alert, assigning: { onChange } }: Props) =>
  alert.confirm_at === null && (
    <ActionIcon
      className={classes.pencil}
      aria-label={`${alert.meter_value.meter.name}のアラートの担当を変える`}
      onClick={() => onChange(alert)}
    >
      <IconUserEdit size={20} aria-hidden />
    </ActionIcon>
  )
