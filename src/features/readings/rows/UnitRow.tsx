import type { Meter } from '../../../../contract/meters.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { earlierReadingsQuery } from '../../../lib/queries/readings.ts'
import { EarlierReadings } from '../../../ui/form/EarlierReadings.tsx'
import { InlineRow } from '../../../ui/form/InlineRow.tsx'
import { RowSelect } from '../../../ui/form/RowSelect.tsx'
import { type MeterRowProps, unregistered } from './rowProps.ts'

interface Props {
  unitId: number
  meter: Pick<Meter, 'id' | 'decimal_point'> | undefined
}

/** 単位 */
export function UnitRow({ unitId, meter, save, onDirty }: MeterRowProps & Props) {
  const { units } = useMasters('units')
  const displayOf = (id: number | null) => ({
    unit: nameIn(units, id ?? unitId) ?? '',
    decimals: meter?.decimal_point ?? null,
    multiplier: 1,
  })
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
          {meter && (
            <EarlierReadings
              query={earlierReadingsQuery(meter.id)}
              before={displayOf(unitId)}
              after={displayOf(id)}
            />
          )}
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
