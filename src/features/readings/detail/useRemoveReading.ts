import { useState } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { removedAlertsText, useDeleteReading } from '../../../lib/mutations/readingMutations.ts'
import { useUndoDeletion } from '../../../shared/readings/useUndoDeletion.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { useReadingName } from './useReadingName.ts'

/** Deletes a reading after confirmation, then calls `onRemoved`. The deletion can be undone for ten seconds. */
export function useRemoveReading(onRemoved: () => void) {
  const nameOf = useReadingName()
  const notices = useFailureNotices()
  const deletion = useDeleteReading()
  const restore = useUndoDeletion()
  const [asking, setAsking] = useState(false)

  const send = (reading: Reading) =>
    deletion.mutate(reading.id, {
      onSuccess: ({ removedAlerts }) => {
        const removed = removedAlertsText(removedAlerts)
        notify.undoable({
          title: '測定値を削除しました',
          text: removed === null ? nameOf(reading) : `${nameOf(reading)}。${removed}`,
          undo: () => void restore(reading.id),
        })
        onRemoved()
      },
      onError: (error) =>
        notices.failure(error, { title: '測定値を削除できませんでした', retry: () => send(reading) }),
    })

  const remove = async (reading: Reading) => {
    setAsking(true)
    const agreed = await confirm({
      title: '測定値の削除',
      text: `${nameOf(reading)}を削除します。削除すると一覧やグラフに表示されなくなります。30日以内は、メーター詳細の「測定値の入力・修正・削除」から元に戻せます。`,
      confirm: '削除',
      destructive: true,
    })
    setAsking(false)
    if (agreed) send(reading)
  }

  return { remove, asking, removing: deletion.isPending }
}
