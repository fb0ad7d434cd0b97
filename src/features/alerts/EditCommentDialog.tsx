import type { Alert } from '../../../contract/alerts.ts'
import { useChangeAlertComment } from '../../lib/mutations/alertMutations.ts'
import { CommentDialog } from '../../ui/dialog/CommentDialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'

interface Props {
  alert: Alert
  onClose: () => void
}

/** Changes the comment of one’s own confirmation. */
export function EditCommentDialog({ alert, onClose }: Props) {
  const change = useChangeAlertComment()
  return (
    <CommentDialog
      title="コメントの編集"
      text={`「${alert.meter_value.meter.name}」のアラートのコメントを編集します。前のコメントは変更履歴に残ります。`}
      initial={alert.comment ?? ''}
      verb="保存"
      onClose={onClose}
      onSubmit={async (comment) => {
        await change.mutateAsync({ id: alert.id, comment })
        notify.success('コメントを保存しました')
        onClose()
        return undefined
      }}
    />
  )
}
