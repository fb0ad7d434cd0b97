import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { idListLimit } from '../../../text/limits.ts'
import { clearButton } from './clearButton.ts'
import classes from './RowMultiSelect.module.css'
import { useSearchableSelect } from './useSearchableSelect.ts'

interface Props {
  label: string
  rows: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  className?: string | undefined
  /** False inside another popover, which must contain the dropdown. */
  withinPortal?: boolean
  /** In a form; elsewhere the placeholder says it. */
  labelled?: boolean
  error?: ReactNode
  /** Field of its form. */
  'data-path'?: string
  /** First focus of its dialog. */
  'data-autofocus'?: true | undefined
}

/** Searchable multi-select of named rows. */
export const RowMultiSelect = ({
  label,
  rows,
  chosen,
  onChoose,
  className,
  withinPortal = true,
  labelled = false,
  ...input
}: Props) => (
  <MultiSelect
    {...input}
    className={className}
    classNames={{ inputField: classes.field ?? '', pillsList: classes.chosen ?? '' }}
    {...(labelled ? { label } : { 'aria-label': label })}
    placeholder={chosen.length === 0 ? label : ''}
    data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={chosen.map(String)}
    onChange={(ids) => onChoose(ids.map(Number))}
    {...useSearchableSelect()}
    // As `RowSelect`: focus also comes from dialogs.
    openOnFocus={false}
    clearable
    // Only one icon, leaving room for the values.
    clearSectionMode="clear"
    rightSectionWidth={36}
    hidePickedOptions
    maxValues={idListLimit}
    description={
      chosen.length >= idListLimit &&
      `${idListLimit.toLocaleString('ja-JP')}件まで選べます。選ばなければ全てを表示します。`
    }
    comboboxProps={{ withinPortal }}
    clearButtonProps={clearButton(`${label}の選択を解除`)}
  />
)
