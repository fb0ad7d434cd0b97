import { NameSelect } from '../../ui/table/NameSelect.tsx'
import classes from './MeterList.module.css'
import type { Masters } from './rows.ts'
import { listOf, type Narrowed, narrowingLabel, narrowings } from './search.ts'

interface Props {
  value: Narrowed
  masters: Masters
  onChange: (value: Narrowed) => void
}

/** What the meters can be narrowed to. */
export default function MeterFilterFields({ value, masters, onChange }: Props) {
  return narrowings.map((name) => (
    <NameSelect
      className={classes.narrowing}
      key={name}
      label={narrowingLabel[name]}
      rows={masters[name]}
      chosen={value[name] ?? []}
      onChoose={(ids) => onChange({ ...value, [name]: listOf(ids) })}
    />
  ))
}
