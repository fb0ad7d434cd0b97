import type { Alert } from '../../../contract/alerts.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'

/** When a group was told as well, and when people were last told again, because nobody had confirmed the alert. */
export function RemindedText({
  alert: { escalated, repeated_at: repeatedAt },
}: {
  alert: Pick<Alert, 'escalated' | 'repeated_at'>
}) {
  const group = escalated?.recipient_group ?? null
  return (
    <>
      {escalated && (
        <span>
          <PlainTime time={escalated.at} /> {group === null ? '全員に再通知' : `「${group}」にも通知`}
        </span>
      )}
      {escalated && repeatedAt && '、'}
      {repeatedAt && (
        <span>
          <PlainTime time={repeatedAt} /> 再通知
        </span>
      )}
    </>
  )
}
