import { Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { useSearchableSelect } from './useSearchableSelect.ts'

interface Props
  extends Omit<SelectProps<number>, 'data' | 'filter' | 'searchable' | 'onKeyDown' | 'onOptionSubmit'> {
  rows: readonly { id: number; name: string }[]
}

/** Mantine loses the active option when the first typed letter opens the list; Enter would do nothing. */
function submitActiveOption(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
  const activeOption = list?.querySelector<HTMLElement>('[data-combobox-selected]')
  if (!activeOption) return
  event.preventDefault()
  event.stopPropagation()
  activeOption.click()
}

/** Typing replaces the chosen name; a second press places the cursor. */
function useWholeName() {
  const entering = useRef(false)
  return {
    onFocusCapture: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => input.select(),
    onMouseDownCapture: ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
      entering.current = document.activeElement !== input
    },
    // The press moves the cursor after focus.
    onClickCapture: ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
      if (entering.current && input.selectionStart === input.selectionEnd) input.select()
      entering.current = false
    },
  }
}

const isWholeDeleted = ({ key, currentTarget: input, nativeEvent }: KeyboardEvent<HTMLInputElement>) =>
  (key === 'Delete' || key === 'Backspace') &&
  !nativeEvent.isComposing &&
  input.value !== '' &&
  input.selectionStart === 0 &&
  input.selectionEnd === input.value.length

/** Searchable select of named rows, by id. If it is clearable, deleting the whole name clears it. */
export const RowSelect = ({ rows, ...props }: Props) => (
  <Select<number>
    data={rows.map(({ id, name }) => ({ value: id, label: name }))}
    {...useSearchableSelect()}
    {...useWholeName()}
    // Enter on the chosen option keeps it; clearing has a button.
    allowDeselect={false}
    // Focus also returns from dialogs or on errors.
    openOnFocus={false}
    onKeyDownCapture={(event) => {
      submitActiveOption(event)
      const { clearable, readOnly, onChange } = props
      if (clearable && !readOnly && isWholeDeleted(event)) onChange?.(null, null)
    }}
    {...props}
  />
)
