import type { MapArea, MapPlan } from '../../../contract/maps.ts'
import { useDeleteMap, useDeleteMapArea } from '../../lib/mutations/mapMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'

interface Removal {
  title: string
  name: string
  text: string
  send: () => Promise<unknown>
}

/** Asks, deletes, and says so. */
export async function removeAfterQuestion({ title, name, text, send }: Removal): Promise<void> {
  if (!(await confirm({ title, text, confirm: '削除', destructive: true }))) return
  const failed = `「${name}」を削除できませんでした`
  const attempt = async () => {
    notify.retract(failed)
    try {
      await send()
      notify.success(`「${name}」を削除しました`)
    } catch (error) {
      notify.failure(error, { title: failed, retry: () => void attempt() })
    }
  }
  await attempt()
}

export function useMapRemoval() {
  const map = useDeleteMap()
  const area = useDeleteMapArea()
  return {
    removeMap: ({ id, name, map_pins: pins }: MapPlan) =>
      removeAfterQuestion({
        title: 'マップの削除',
        name,
        text: `「${name}」を削除します。${
          pins.length === 0 ? '' : `ピン${pins.length}件も削除されます。端末の登録と測定値は残ります。`
        }元に戻せません。`,
        send: () => map.mutateAsync(id),
      }),
    removeArea: ({ id, name }: MapArea, maps: readonly MapPlan[]) => {
      const count = maps.filter(({ map_area_id: areaId }) => areaId === id).length
      return removeAfterQuestion({
        title: 'マップエリアの削除',
        name,
        text: `「${name}」を削除します。${
          count === 0 ? '' : `このエリアのマップ${count}件は残り、エリアは未登録になります。`
        }元に戻せません。`,
        send: () => area.mutateAsync(id),
      })
    },
  }
}
