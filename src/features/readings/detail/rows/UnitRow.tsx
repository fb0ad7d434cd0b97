import type { Meter } from '../../../../../contract/meters.ts'
import { nameIn, useMasters } from '../../../../lib/queries/masters.ts'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { RowSelect } from '../../../../ui/form/RowSelect.tsx'
import { MeterEffect } from './MeterEffect.tsx'
import { type MeterRowProps, unregistered } from './rowProps.ts'

interface Props {
  unitId: number
  meter: Meter | undefined
}

/** 単位 */
export function UnitRow({ unitId, meter, save, onDirty }: MeterRowProps & Props) {
  const { units } = useMasters('units')
  return (
    <InlineRow<number | null>
      label="単位"
      value={nameIn(units, unitId) ?? unregistered}
      initial={unitId}
      validate={(id) => (id === null ? '単位を選択してください' : null)}
      onSave={async (id) => id !== null && save?.({ meter_unit_id: id })}
      onDirty={onDirty}
      note={(id) => (
        <>
          単位はメーターの設定です。このメーターのすべての測定値に反映されます。
          {meter && id !== null && <MeterEffect meter={meter} changes={{ meter_unit_id: id }} />}
        </>
      )}
      editor={
        save &&
        (({ draft, change, props }) => (
          <RowSelect
            {...props}
            rows={units.filter(({ id, status }) => status === 0 || id === unitId)}
            value={draft}
            onChange={change}
            placeholder="選択してください"
          />
        ))
      }
    />
  )
}
