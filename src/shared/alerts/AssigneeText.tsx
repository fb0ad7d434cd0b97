import type { Alert } from '../../../contract/alerts.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'

/** Who works on an alert, and since when. */
export const AssigneeText = ({ alert: { assignee } }: { alert: Pick<Alert, 'assignee'> }) =>
  assignee === undefined ? (
    '未割当'
  ) : (
    <>
      {assignee.username ?? '退会したユーザー'}（<PlainTime time={assignee.taken_at} /> から）
    </>
  )
