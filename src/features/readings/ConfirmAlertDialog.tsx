import { use } from 'react'
import { useConfirmAlert } from '../../lib/queries/alerts.ts'
import { CommentDialog } from '../../ui/CommentDialog.tsx'
import { TimeZone } from '../../ui/clock.ts'
import { notify } from '../../ui/notify.tsx'
import { fullTime } from '../../ui/timeWords.ts'
import { type NamedReading, useReadingName } from './useReadingName.ts'

interface Props {
  alertId: number
  /** The reading that it is about. */
  reading: NamedReading
  onConfirmed: () => void
  onClose: () => void
}

/** 確認済みにする, with a comment or without. */
export function ConfirmAlertDialog({ alertId, reading, onConfirmed, onClose }: Props) {
  const zone = use(TimeZone)
  const nameOf = useReadingName()
  const confirmation = useConfirmAlert()
  return (
    <CommentDialog
      title="アラートの確認"
      text={`${nameOf(reading)}のアラートを確認済みにします。「確認済み」タブに移り、元に戻せません。`}
      verb="確認済みにする"
      onClose={onClose}
      onSubmit={async (comment) => {
        const at = fullTime(Date.now(), zone).replaceAll('/', '-')
        await confirmation.mutateAsync({ id: alertId, at, comment })
        notify.hide(`alert-${alertId}`)
        notify.success('アラートを確認済みにしました')
        onConfirmed()
      }}
    />
  )
}
