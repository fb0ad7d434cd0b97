import { use } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
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
  const { username } = useAccount()
  const confirmation = useConfirmAlert()
  return (
    <CommentDialog
      title="アラートの確認"
      text={`${nameOf(reading)}のアラートを確認済みにします。「確認済み」タブに移り、元に戻せません。`}
      verb="確認済みにする"
      onClose={onClose}
      onSubmit={async (comment) => {
        const at = fullTime(Date.now(), zone).replaceAll('/', '-')
        const { confirmed_by: who } = await confirmation.mutateAsync({ id: alertId, at, comment })
        notify.hide(`alert-${alertId}`)
        // The server keeps what the first said.
        const earlier = `${who === null ? '他の人' : `${who}さん`}がすでに確認済みにしています`
        if (who !== username && comment !== '') return `${earlier}。入力したコメントは保存されていません。`
        if (who === username) notify.success('アラートを確認済みにしました')
        else notify.info(earlier)
        onConfirmed()
        return undefined
      }}
    />
  )
}
