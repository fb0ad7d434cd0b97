import { type KeyboardEvent, useRef } from 'react'
import { textLimit } from '../../../text/limits.ts'
import { filterByLabel } from './filterByLabel.ts'

/** Common props of searchable selects: Enter chooses the first match. */
const searching = {
  searchable: true,
  maxLength: textLimit,
  limit: 200,
  filter: filterByLabel,
  selectFirstOptionOnChange: true,
  nothingFoundMessage: '該当なし',
} as const

/**
 * Enter opens the list, then chooses, and only then submits the surrounding form. Mantine would submit whenever no
 * option is active.
 */
export function useSearchableSelect() {
  const chosen = useRef(false)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const input = event.currentTarget
    const isOpen = input.dataset['expanded'] !== undefined
    if (event.key !== 'Enter') chosen.current = false
    else if (isOpen || !chosen.current) event.preventDefault()
    // Like a press.
    if (event.key === 'Enter' && !isOpen && !chosen.current && !input.readOnly) input.click()
  }
  const onOptionSubmit = () => {
    chosen.current = true
  }
  return { ...searching, onKeyDown, onOptionSubmit }
}
