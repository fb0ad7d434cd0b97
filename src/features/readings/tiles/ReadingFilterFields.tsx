import { useMasters } from '../../../lib/queries/masters.ts'
import { RowMultiSelect } from '../../../ui/form/RowMultiSelect.tsx'
import classes from './ReadingFilterFields.module.css'

/** Empty lists mean all. */
export interface ReadingFilterValues {
  meters: number[]
  inspections: number[]
}

interface Props {
  value: ReadingFilterValues
  onChange: (value: ReadingFilterValues) => void
}

/** Inputs of the filters. */
export function ReadingFilterFields({ value, onChange }: Props) {
  const { meters, inspections } = useMasters('meters', 'inspections')
  return (
    <>
      <RowMultiSelect
        className={classes.select}
        label="メーター"
        rows={meters}
        chosen={value.meters}
        onChoose={(ids) => onChange({ ...value, meters: ids })}
      />
      <RowMultiSelect
        className={classes.select}
        label="点検グループ"
        rows={inspections}
        chosen={value.inspections}
        onChoose={(ids) => onChange({ ...value, inspections: ids })}
      />
    </>
  )
}
