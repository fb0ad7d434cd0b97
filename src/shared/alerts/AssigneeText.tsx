import type { Alert } from '../../../contract/alerts.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Who works on an alert and since when; until it is confirmed, that it is 対応中. */
export const AssigneeText = ({
  alert: { assignee, confirm_at: confirmedAt },
}: {
  alert: Pick<Alert, 'assignee' | 'confirm_at'>
}) =>
  assignee === undefined ? (
    '未割当'
  ) : (
    <>
      {assignee.username ?? '退会したユーザー'}（<PlainTime time={assignee.taken_at} /> から）
      {confirmedAt === null && <StatusPill tone="neutral">対応中</StatusPill>}
    </>
  )
