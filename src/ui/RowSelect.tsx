import { Select, type SelectProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useSearching } from './useSearching.ts'

interface Props
  extends Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'onKeyDown' | 'onOptionSubmit'> {
  rows: readonly { id: number; name: string }[]
}

/** Mantine forgets which option it marked where the first typed letter opened the list; Enter would choose nothing. */
function chooseMarked(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (!marked) return
  event.preventDefault()
  event.stopPropagation()
  marked.click()
}

/** One of named rows, searchable; its value is the row’s number. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    {...useSearching()}
    // Enter on what is chosen keeps it; clearing has a button of its own.
    allowDeselect={false}
    // The focus also comes here from a closing dialog or to show a mistake.
    openOnFocus={false}
    onKeyDownCapture={chooseMarked}
    {...props}
  />
)
