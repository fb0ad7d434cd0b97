import { useNetwork } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Alert } from '../../../../contract/alerts.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { ApiError } from '../../../failures/callErrors.ts'
import { useConfirmAlert, useUndoConfirmation } from '../../../lib/mutations/alertMutations.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { alertQuery } from '../../../lib/queries/alerts.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { meterQuery } from '../../../lib/queries/meters.ts'
import { alertEndText } from '../../../shared/alerts/alertEndText.ts'
import { CommentDialog } from '../../../ui/dialog/CommentDialog.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { correctedNow, TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatFullTime, formatRelativeTime } from '../../../ui/text/formatTime.ts'
import { type NamedReading, useReadingName } from '../detail/useReadingName.ts'

interface Props {
  alert: Pick<Alert, 'id' | 'is_alert'>
  reading: NamedReading
  /** How many readings of the alert are shown where it is confirmed. */
  shown?: number | undefined
  onConfirmed: () => void
  onClose: () => void
}

/** 確認済みにする, with an optional comment. */
export function ConfirmAlertDialog({ alert, reading, shown = 1, onConfirmed, onClose }: Props) {
  const { id: alertId } = alert
  const isShared = shown > 1
  const endNote = useEndNote(alert)
  const { online } = useNetwork()
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
      text={`${nameOf(reading)}のアラートを確認済みにします。${
        isShared ? `表示中の測定値${shown}件が同じアラートのため、まとめて確認済みになります。` : ''
      }アラート画面の「確認済み」タブに移ります。`}
      note={online ? endNote : 'オフラインです。電波の届く所で確認済みにしてください。'}
      verb="確認済みにする"
      onClose={onClose}
      onSubmit={async (comment) => {
        const at = formatFullTime(correctedNow(), zone).replaceAll('/', '-')
        const { confirmed_by: who } = await confirmation.mutateAsync({ id: alertId, at, comment })
        notify.hide(`alert-${alertId}`)
        // The server keeps the first confirmation.
        const earlier = `${who === null ? '他の人' : `${who}さん`}がすでに確認済みにしています`
        if (who !== username && comment !== '') return `${earlier}。入力したコメントは保存されていません。`
        if (who !== username) notify.info(earlier)
        else {
          notify.undoable({
            title: 'アラートを確認済みにしました',
            text: isShared
              ? `${nameOf(reading)}。表示中の測定値${shown}件が同じアラートのため、まとめて確認済みになりました。`
              : nameOf(reading),
            undo: () => void undo(),
          })
        }
        onConfirmed()
        return undefined
      }}
    />
  )
}

/** Says that the alert has ended while the dialog is open, and with which value; null: it has not. */
function useEndNote({ id, is_alert: isOccurring }: Pick<Alert, 'id' | 'is_alert'>): string | null {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const { units } = useMasters('units')
  const [wasOccurring] = useState(isOccurring)
  const { data: alert } = useQuery(alertQuery(useQueryClient(), id))
  const reason = wasOccurring && alert?.is_alerted && !alert.is_alert ? alert.end_reason : null
  const { data: meter } = useQuery({
    ...meterQuery(alert?.meter_value.meter_id ?? 0),
    enabled: reason === 'value',
  })
  if (reason === null || alert === undefined) return null
  const ended = `このアラートは終了しました（${alertEndText(alert)}）。`
  const last = meter?.last_reading
  if (reason !== 'value' || last?.value == null || last.is_abnormal) return ended
  const value = `${formatNumber(last.value, meter?.decimal_point ?? null)} ${nameIn(units, meter?.meter_unit_id ?? 0) ?? ''}`
  const time = formatRelativeTime(Date.parse(last.created_at), now, zone)
  return `${ended}最新の測定値は ${value.trimEnd()}（${time}）です。`
}
