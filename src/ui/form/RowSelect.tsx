import { Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { useSearchableSelect } from './useSearchableSelect.ts'

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

/** What is typed takes the place of the chosen name; only a further press sets the cursor inside it. */
function useWholeName() {
  const entering = useRef(false)
  return {
    onFocusCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => input.select(),
    onMouseDownCapture: ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
      entering.current = document.activeElement !== input
    },
    // The press has set the cursor after the focus came.
    onClickCapture: ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
      if (entering.current && input.selectionStart === input.selectionEnd) input.select()
      entering.current = false
    },
  }
}

/** One of named rows, searchable; its value is the row’s number. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    {...useSearchableSelect()}
    {...useWholeName()}
    // Enter on what is chosen keeps it; clearing has a button of its own.
    allowDeselect={false}
    // The focus also comes here from a closing dialog or to show a mistake.
    openOnFocus={false}
    onKeyDownCapture={chooseMarked}
    {...props}
  />
)
