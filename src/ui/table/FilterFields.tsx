import { TextInput } from '@mantine/core'
import { RowMultiSelect } from '../form/RowMultiSelect.tsx'
import { type Filter, idsParam, type ListParams, textParam } from './column.ts'
import classes from './FilterBar.module.css'

interface Props {
  filters: readonly Filter[]
  values: ListParams
  /** In a sheet; elsewhere the placeholders say what they are. */
  labelled: boolean
  onChange: (values: ListParams) => void
}

/** Filters that no column head has. */
export const FilterFields = ({ filters, values, labelled, onChange }: Props) =>
  filters.map(({ key, title, options }) =>
    options ? (
      <RowMultiSelect
        key={key}
        className={classes.field}
        label={title}
        labelled={labelled}
        rows={options}
        chosen={idsParam(values, key)}
        onChoose={(ids) => onChange({ ...values, [key]: ids.length > 0 ? ids : undefined })}
      />
    ) : (
      <TextInput
        key={key}
        className={classes.field}
        {...(labelled ? { label: `${title}を検索` } : { 'aria-label': `${title}を検索` })}
        placeholder={`${title}を検索`}
        value={textParam(values, key) ?? ''}
        onChange={({ currentTarget }) => onChange({ ...values, [key]: currentTarget.value || undefined })}
      />
    ),
  )
