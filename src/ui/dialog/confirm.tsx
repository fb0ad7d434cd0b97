import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  title: string
  /** Names the thing and the consequence. */
  text: string
  /** The verb on the button, such as 削除. */
  confirm: string
  cancel?: string
  destructive?: boolean
}

/** A question is open: whoever presses twice is not asked twice. */
let open = false

/** Asks before something that cannot be undone. False when the person closes or cancels. */
export function confirm({
  title,
  text,
  confirm: verb,
  cancel = 'キャンセル',
  destructive = false,
}: Question): Promise<boolean> {
  if (open) return Promise.resolve(false)
  const asker = document.activeElement
  open = true
  return new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      open = false
      if (asker instanceof HTMLElement) asker.focus({ preventScroll: true })
      resolve(agreed)
    }
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text>{text}</Text>,
      labels: { confirm: verb, cancel },
      // Enter alone must not do what cannot be undone.
      cancelProps: { 'data-autofocus': true },
      confirmProps: destructive ? { color: 'red' } : {},
      onConfirm: () => answer(true),
      onCancel: () => answer(false),
      onClose: () => answer(false),
    })
  })
}
