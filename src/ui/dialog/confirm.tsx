import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  title: string
  /** States the object and the consequence. */
  text: string
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
      children: <Text>{text}</Text>,
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
