import type { MapArea, MapPlan } from '../../../contract/maps.ts'
import { useDeleteMap, useDeleteMapArea } from '../../lib/mutations/mapMutations.ts'
import { removeAfterQuestion } from '../../ui/dialog/removeAfterQuestion.ts'

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
