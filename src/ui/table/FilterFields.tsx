import { TextInput } from '@mantine/core'
import { textLimit } from '../../../contract/wire.ts'
import { NameSelect } from '../form/NameSelect.tsx'
import { type Filter, idsIn, textIn, type Values } from './column.ts'
import classes from './FilterBar.module.css'

interface Props {
  filters: readonly Filter[]
  values: Values
  onChange: (values: Values) => void
}

/** Filters that no column head has. */
export const FilterFields = ({ filters, values, onChange }: Props) =>
  filters.map(({ key, title, options }) =>
    options ? (
      <NameSelect
        key={key}
        className={classes.field}
        label={title}
        rows={options}
        chosen={idsIn(values, key)}
        onChoose={(ids) => onChange({ ...values, [key]: ids.length > 0 ? ids : undefined })}
      />
    ) : (
      <TextInput
        key={key}
        className={classes.field}
        aria-label={`${title}を検索`}
        placeholder={`${title}を検索`}
        maxLength={textLimit}
        value={textIn(values, key) ?? ''}
        onChange={({ currentTarget }) => onChange({ ...values, [key]: currentTarget.value || undefined })}
      />
    ),
  )
