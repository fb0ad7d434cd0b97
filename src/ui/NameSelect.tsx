import { MultiSelect, type OptionsFilter } from '@mantine/core'
import { plainText } from '../lib/plainText.ts'
import classes from './NameSelect.module.css'

interface Props {
  label: string
  rows: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  className?: string | undefined
  /** Inside another popover the list must not stand beside it in the document. */
  withinPortal?: boolean
}

const containing: OptionsFilter = ({ options, search, limit }) =>
  options
    .filter((option) => 'label' in option && plainText(option.label).includes(plainText(search.trim())))
    .slice(0, limit)

/** Any number of named rows, searchable. */
export const NameSelect = ({ label, rows, chosen, onChoose, className, withinPortal = true }: Props) => (
  <MultiSelect
    className={className}
    classNames={{ inputField: classes.field ?? '', pillsList: classes.chosen ?? '' }}
    aria-label={label}
    placeholder={chosen.length === 0 ? label : ''}
    data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    value={chosen.map(String)}
    onChange={(ids) => onChoose(ids.map(Number))}
    searchable
    clearable
    // One mark at a time leaves room for what is chosen.
    clearSectionMode="clear"
    hidePickedOptions
    limit={200}
    filter={containing}
    nothingFoundMessage="該当なし"
    comboboxProps={{ withinPortal }}
    clearButtonProps={{ 'aria-label': `${label}の選択を解除` }}
  />
)
