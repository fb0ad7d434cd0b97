import { type KeyboardEvent, useRef } from 'react'
import { textLimit } from '../../../contract/wire.ts'
import { containing } from './containing.ts'

/** What selects have in common that are searched by typing: the first that is found is marked, Enter chooses it. */
const searching = {
  searchable: true,
  maxLength: textLimit,
  limit: 200,
  filter: containing,
  selectFirstOptionOnChange: true,
  nothingFoundMessage: '該当なし',
} as const

/**
 * Enter opens the list, chooses from it, and only then goes on to the form around the select. Mantine would submit
 * the form wherever no option is marked.
 */
export function useSearchableSelect() {
  const chosen = useRef(false)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const input = event.currentTarget
    const isOpen = input.dataset['expanded'] !== undefined
    if (event.key !== 'Enter') chosen.current = false
    else if (isOpen || !chosen.current) event.preventDefault()
    // As a press on it does.
    if (event.key === 'Enter' && !isOpen && !chosen.current && !input.readOnly) input.click()
  }
  const onOptionSubmit = () => {
    chosen.current = true
  }
  return { ...searching, onKeyDown, onOptionSubmit }
}
