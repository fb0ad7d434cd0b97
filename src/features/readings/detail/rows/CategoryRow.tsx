import type { Meter } from '../../../../../contract/meters.ts'
import { useMasters } from '../../../../lib/queries/masters.ts'
import { CategoryName } from '../../../../shared/categories/CategoryName.tsx'
import {
  CategorySelect,
  changeClearsSettings,
  confirmClearSettings,
} from '../../../../shared/categories/CategorySelect.tsx'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { MeterEffect } from './MeterEffect.tsx'
import { type MeterRowProps, unregistered } from './rowProps.ts'

interface Props extends MeterRowProps {
  categoryId: number
  meter: Meter | undefined
}

/** メーター種別. Asks before a change of family, which clears the AI assist setting. */
export function CategoryRow({ categoryId, meter, save, onDirty }: Props) {
  const { categories } = useMasters('categories')
  const settings = meter?.settings ?? null
  const find = (id: number | null) => categories.find((each) => each.id === id)
  const own = find(categoryId)
  return (
    <InlineRow<number | null>
      label="メーター種別"
      value={own ? <CategoryName category={own} /> : unregistered}
      initial={categoryId}
      validate={(id) => (id === null ? 'メーター種別が選択されていません' : null)}
      confirm={async (id) => {
        const next = find(id)
        return next === undefined || !changeClearsSettings(settings, own, next) || confirmClearSettings(next)
      }}
      onSave={async (id) => {
        if (id === null) return
        const lost = changeClearsSettings(settings, own, find(id))
        await save?.({ meter_category_id: id, ...(lost && { settings: null, pins: null }) })
      }}
      onDirty={onDirty}
      note={(id) => (
        <>
          メーター種別はメーターの設定です。このメーターのすべての測定値に反映されます。
          {meter && id !== null && <MeterEffect meter={meter} changes={{ meter_category_id: id }} />}
        </>
      )}
      editor={
        save &&
        (({ draft, change, props }) => (
          <CategorySelect
            {...props}
            categories={categories}
            own={categoryId}
            value={draft}
            onChange={change}
          />
        ))
      }
    />
  )
}
