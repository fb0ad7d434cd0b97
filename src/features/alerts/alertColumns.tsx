import type { Alert } from '../../../contract/alerts.ts'
import type { AlertState } from '../../lib/queries/alerts.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { DataTableColumn } from '../../ui/table/DataTable.tsx'
import { NameSelect } from '../../ui/table/NameSelect.tsx'
import { RangeText } from '../../ui/text/RangeText.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import { AlertActions } from './AlertActions.tsx'
import classes from './Alerts.module.css'

/** Those that a person may hide. */
export const hideable = [
  { accessor: 'range', title: '異常範囲' },
  { accessor: 'unit', title: '単位' },
  { accessor: 'who', title: '確認者' },
  { accessor: 'comment', title: 'コメント' },
] as const

interface Options {
  state: AlertState
  units: readonly { id: number; name: string }[]
  chosenUnits: readonly number[]
  onUnits: (ids: number[]) => void
  onOpen: (alert: Alert) => void
  onConfirm: ((alert: Alert) => void) | undefined
}

/** The columns of the list where there is room for them. */
export function alertColumns(options: Options): DataTableColumn<Alert>[] {
  const { state, units, chosenUnits, onUnits, onOpen, onConfirm } = options
  const confirmed = state === 'confirmed'
  return [
    {
      accessor: 'name',
      title: 'メーター名',
      width: 'clamp(9.375rem, 13vw, 12.5rem)',
      render: ({ meter_value: { meter_id, meter } }) => (
        <ScreenLink className={classes.name} route="/meters/$id" params={{ id: String(meter_id) }}>
          {meter.name}
        </ScreenLink>
      ),
    },
    {
      accessor: 'value',
      title: '測定値',
      textAlign: 'right',
      noWrap: true,
      render: ({ meter_value: { value, meter } }) => (
        <span className={classes.value}>
          <ValueText value={value} decimals={meter.decimal_point} abnormal />
        </span>
      ),
    },
    {
      accessor: 'range',
      title: '異常範囲',
      textAlign: 'right',
      noWrap: true,
      render: ({ emergency_start_value: start, emergency_end_value: end, meter_value: { meter } }) => (
        <RangeText start={start} end={end} decimals={meter.decimal_point} />
      ),
    },
    {
      accessor: 'unit',
      title: '単位',
      filtering: chosenUnits.length > 0,
      filter: (
        <NameSelect
          className={classes.choice}
          label="単位"
          rows={units}
          chosen={chosenUnits}
          onChoose={onUnits}
          withinPortal={false}
        />
      ),
      render: ({ meter_value: { meter } }) => units.find(({ id }) => id === meter.meter_unit_id)?.name,
    },
    {
      accessor: 'created',
      title: '発生日時',
      sortable: true,
      render: ({ created_at }) => <TimeText time={created_at} />,
    },
    {
      accessor: 'changed',
      title: confirmed ? '確認日時' : '更新日時',
      sortable: true,
      render: ({ updated_at, confirm_at }) => <TimeText time={(confirmed && confirm_at) || updated_at} />,
    },
    ...(confirmed
      ? [
          { accessor: 'who', title: '確認者', render: (alert: Alert) => alert.confirmed_by },
          {
            accessor: 'comment',
            title: 'コメント',
            width: 'clamp(6.5rem, 9vw, 12.5rem)',
            render: (alert: Alert) => <span className={classes.comment}>{alert.comment}</span>,
          },
        ]
      : []),
    {
      accessor: 'actions',
      title: 'データ確認',
      pinned: 'right',
      // Side by side.
      width: confirmed ? '9.25rem' : '18.75rem',
      render: (alert) => (
        <span className={classes.actions}>
          <AlertActions alert={alert} onOpen={onOpen} onConfirm={onConfirm} />
        </span>
      ),
    },
  ]
}
