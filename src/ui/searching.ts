import type { KeyboardEvent } from 'react'
import { textLimit } from '../../contract/wire.ts'
import { containing } from './containing.ts'

/** Mantine chooses the marked option at Enter; where none is marked, the form around it would be submitted. */
function keepEnter(event: KeyboardEvent<HTMLInputElement>): void {
  const isOpen = event.currentTarget.dataset['expanded'] !== undefined
  if (event.key === 'Enter' && isOpen && !event.nativeEvent.isComposing) event.preventDefault()
}

/** What selects have in common that are searched by typing: the first that is found is marked, Enter chooses it. */
export const searching = {
  searchable: true,
  maxLength: textLimit,
  limit: 200,
  filter: containing,
  selectFirstOptionOnChange: true,
  nothingFoundMessage: '該当なし',
  onKeyDown: keepEnter,
} as const
