import { ActionIcon, Box } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Alert } from '../../../contract/alerts.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import classes from './Alerts.module.css'

interface Props {
  alert: Alert
  /** Undefined: another person confirmed it. */
  onEdit: ((alert: Alert) => void) | undefined
}

/** The comment of a confirmation, when it was edited, and for its author a pencil. */
export function AlertComment({ alert, onEdit }: Props) {
  const { comment, comment_edited_at: editedAt } = alert
  return (
    <span className={classes.comment}>
      {comment}
      {editedAt !== null && (
        <Box component="span" display="block" fz={12} c="dimmed">
          編集済み <PlainTime time={editedAt} />
        </Box>
      )}
      {onEdit && (
        <ActionIcon
          className={classes.pencil}
          aria-label={`${alert.meter_value.meter.name}のコメントを編集`}
          onClick={() => onEdit(alert)}
        >
          <IconPencil size={20} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
