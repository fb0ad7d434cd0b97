import { useMasters } from '../../lib/queries/masters.ts'
import { NameSelect } from '../../ui/form/NameSelect.tsx'
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
export default function ReadingFilterFields({ value, onChange }: Props) {
  const { meters, inspections } = useMasters('meters', 'inspections')
  return (
    <>
      <NameSelect
        className={classes.select}
        label="メーター"
        rows={meters}
        chosen={value.meters}
        onChoose={(ids) => onChange({ ...value, meters: ids })}
      />
      <NameSelect
        className={classes.select}
        label="点検グループ"
        rows={inspections}
        chosen={value.inspections}
        onChoose={(ids) => onChange({ ...value, inspections: ids })}
      />
    </>
  )
}
