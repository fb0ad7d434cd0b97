import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { questionsReady } from './Questions.tsx'

interface Question {
  title: string
  /** Names the thing and the consequence. */
  text: string
  /** The verb on the button, such as 削除. */
  confirm: string
  cancel?: string
  destructive?: boolean
}

/** A question is being loaded: whoever presses once more until it is there is not asked twice. */
let opening = false

/** Asks before something that cannot be undone. False when the person closes or cancels. */
export async function confirm({
  title,
  text,
  confirm: verb,
  cancel = 'キャンセル',
  destructive = false,
}: Question): Promise<boolean> {
  if (opening) return false
  const asker = document.activeElement
  opening = true
  await questionsReady()
  opening = false
  return new Promise((resolve) => {
    // Whoever asked may have been left while the question was on its way.
    const answer = (agreed: boolean) => {
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
