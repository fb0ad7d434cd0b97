import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { InlineRow } from '../../../ui/form/InlineRow.tsx'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import { type MeterRowProps, unregistered } from './rowProps.ts'

/** 単位 */
export function UnitRow({ unitId, save, onDirty }: MeterRowProps & { unitId: number }) {
  const { units } = useMasters('units')
  return (
    <InlineRow<number | null>
      label="単位"
      value={nameIn(units, unitId) ?? unregistered}
      initial={unitId}
      validate={(id) => (id === null ? '単位を選択してください' : null)}
      onSave={async (id) => id !== null && save?.({ meter_unit_id: id })}
      onDirty={onDirty}
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
