import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'

interface Props {
  name: string
  value: string
  onChange: (reason: string) => void
}

/** With Enter to the next reason of the list. */
function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const list = event.currentTarget.closest('section')
  const fields = [...(list?.querySelectorAll<HTMLInputElement>('[data-reason]') ?? [])]
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

/** Why a meter is closed although something about it is open. */
export const ReasonField = ({ name, value, onChange }: Props) => (
  <TextInput
    aria-label={`${name}を締める理由`}
    placeholder="締める理由"
    miw="10rem"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onKeyDown={focusNext}
    data-reason
    data-move="reason"
  />
)
