import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

interface Question {
  title: string
  /** States the object and the consequence. */
  text: ReactNode
  /** Button label: a verb, such as 削除. */
  confirm: string
  cancel?: string
  destructive?: boolean
}

/** Prevents a second question on a double press. */
let open = false

/** Confirms an irreversible action. False if closed or cancelled. */
export function confirm({
  title,
  text,
  confirm: verb,
  cancel = 'キャンセル',
  destructive = false,
}: Question): Promise<boolean> {
  if (open) return Promise.resolve(false)
  const opener = document.activeElement
  open = true
  return new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      open = false
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      resolve(agreed)
    }
    modals.openConfirmModal({
      title,
      centered: true,
      // `answer` returns the focus; a little later Mantine would take it from where the caller has put it since.
      returnFocus: false,
      children: typeof text === 'string' ? <Text>{text}</Text> : text,
      labels: { confirm: verb, cancel },
      // Enter alone must not confirm.
      cancelProps: { 'data-autofocus': true },
      confirmProps: destructive ? { color: 'red' } : {},
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
      onClose: () => answer(false),
    })
  })
}
