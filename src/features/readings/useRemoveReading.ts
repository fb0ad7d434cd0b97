import { useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { useDeleteReading } from '../../lib/queries/readingMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useReadingName } from './useReadingName.ts'

/** Deletes a reading after confirmation, then calls `onRemoved`. */
export function useRemoveReading(onRemoved: () => void) {
  const nameOf = useReadingName()
  const deletion = useDeleteReading()
  const [asking, setAsking] = useState(false)

  const send = (reading: Reading) =>
    deletion.mutate(reading.id, {
      onSuccess: () => {
        notify.success('測定値を削除しました')
        onRemoved()
      },
      onError: (error) =>
        notify.failure(error, { title: '測定値を削除できませんでした', retry: () => send(reading) }),
    })

  const remove = async (reading: Reading) => {
    setAsking(true)
    const agreed = await confirm({
      title: '測定値の削除',
      text: `${nameOf(reading)}を削除します。削除すると一覧やグラフに表示されなくなり、元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    setAsking(false)
    if (agreed) send(reading)
  }

  return { remove, asking, removing: deletion.isPending }
}
