import { IconCircleCheck } from '@tabler/icons-react'
import type { Alert } from '../../../contract/alerts.ts'
import { TimeText } from '../../ui/TimeText.tsx'
import classes from './AlertNote.module.css'

interface Props {
  alert: Pick<Alert, 'confirm_at' | 'confirmed_by' | 'comment'>
}

/** Who confirmed an alert, when, and what they said. */
export const AlertNote = ({ alert: { confirm_at: at, confirmed_by: who, comment } }: Props) => (
  <p className={classes.note}>
    <IconCircleCheck size={18} aria-hidden />
    <span>
      確認済み
      {at !== null && (
        <>
          （<TimeText time={at} />
          {who !== null && `、${who}`}）
        </>
      )}
      {comment !== null && comment !== '' && <span className={classes.comment}>{comment}</span>}
    </span>
  </p>
)
