import { use, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { useDeleteReading } from '../../lib/queries/readings.ts'
import { useUnitName } from '../../lib/queries/units.ts'
import { TimeZone } from '../../ui/clock.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.tsx'
import { numberText } from '../../ui/numberText.ts'
import { timeWords } from '../../ui/timeWords.ts'

/** Deletes a reading after asking; `onRemoved` is called once it is gone. */
export function useRemoveReading(onRemoved: () => void) {
  const zone = use(TimeZone)
  const unitName = useUnitName()
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
    const { meter, value } = reading
    const unit = unitName(meter.meter_unit_id)
    const shown =
      value === null ? '（データ無し）' : ` ${numberText(value, meter.decimal_point)} ${unit ?? ''}`
    const when = timeWords(Date.parse(reading.created_at), Date.now(), zone)
    setAsking(true)
    const agreed = await confirm({
      title: '測定値の削除',
      text: `「${meter.name}」の測定値${shown.trimEnd()}（${when}）を削除します。削除すると一覧やグラフに表示されなくなり、元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    setAsking(false)
    if (agreed) send(reading)
  }

  return { remove, asking, removing: deletion.isPending }
}
