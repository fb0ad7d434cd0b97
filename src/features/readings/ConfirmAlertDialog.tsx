import { use } from 'react'
import { ApiError } from '../../callErrors.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useConfirmAlert, useUndoConfirmation } from '../../lib/queries/alertMutations.ts'
import { CommentDialog } from '../../ui/dialog/CommentDialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { type NamedReading, useReadingName } from './useReadingName.ts'

interface Props {
  alertId: number
  reading: NamedReading
  onConfirmed: () => void
  onClose: () => void
}

/** 確認済みにする, with an optional comment. */
export function ConfirmAlertDialog({ alertId, reading, onConfirmed, onClose }: Props) {
  const zone = use(TimeZone)
  const nameOf = useReadingName()
  const { username } = useAccount()
  const confirmation = useConfirmAlert()
  const undoing = useUndoConfirmation()
  // May run after this dialog is unmounted.
  const undo = (): Promise<void> =>
    undoing.mutateAsync(alertId).then(
      () => notify.success(`${nameOf(reading)}のアラートを元に戻しました`),
      (error: unknown) => {
        const isFinal = error instanceof ApiError && error.code === 'undo_refused'
        notify.failure(error, {
          title: '確認済みを元に戻せませんでした',
          ...(!isFinal && { retry: () => void undo() }),
        })
      },
    )
  return (
    <CommentDialog
      title="アラートの確認"
      text={`${nameOf(reading)}のアラートを確認済みにします。「確認済み」タブに移ります。`}
      verb="確認済みにする"
      onClose={onClose}
      onSubmit={async (comment) => {
        const at = formatFullTime(Date.now(), zone).replaceAll('/', '-')
        const { confirmed_by: who } = await confirmation.mutateAsync({ id: alertId, at, comment })
        notify.hide(`alert-${alertId}`)
        // The server keeps the first confirmation.
        const earlier = `${who === null ? '他の人' : `${who}さん`}がすでに確認済みにしています`
        if (who !== username && comment !== '') return `${earlier}。入力したコメントは保存されていません。`
        if (who !== username) notify.info(earlier)
        else {
          notify.undoable({
            title: 'アラートを確認済みにしました',
            text: nameOf(reading),
            undo: () => void undo(),
          })
        }
        onConfirmed()
        return undefined
      }}
    />
  )
}
