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

interface DoubtOptions extends Pick<Question, 'title' | 'text'> {
  /** Button label: takes the input as it is. */
  confirm: string
  /** Button label: leads back to the input. */
  correct?: string
}

/** Confirms an irreversible action. False if closed or cancelled. */
export const confirm = ({
  title,
  text,
  confirm: verb,
  cancel = 'キャンセル',
  destructive = false,
}: Question): Promise<boolean> =>
  ask(title, text, (answer) => ({
    labels: { confirm: verb, cancel },
    // Enter alone must not confirm.
    cancelProps: { 'data-autofocus': true },
    confirmProps: destructive ? { color: 'red' } : {},
    onConfirm: () => answer(true),
    onCancel: () => answer(false),
  }))

/**
 * Asks about an input that is odd. Its main button leads back to the input, in the same place as on the phone, where
 * `DoubtQuestion` asks. False if closed or to be corrected.
 */
export const confirmDoubt = ({
  title,
  text,
  confirm: verb,
  correct = '修正する',
}: DoubtOptions): Promise<boolean> =>
  ask(title, text, (answer) => ({
    labels: { confirm: correct, cancel: verb },
    confirmProps: { 'data-autofocus': true },
    onConfirm: () => answer(false),
    onCancel: () => answer(true),
  }))

/** Shows something that must not be missed, until it is closed. */
export function inform(title: string, content: ReactNode): void {
  modals.openConfirmModal({
    title,
    centered: true,
    children: content,
    labels: { confirm: '閉じる', cancel: null },
    cancelProps: { display: 'none' },
    confirmProps: { 'data-autofocus': true },
  })
}

type Answers = Pick<
  Parameters<typeof modals.openConfirmModal>[0],
  'labels' | 'cancelProps' | 'confirmProps' | 'onConfirm' | 'onCancel'
>

/** Prevents a second question on a double press. */
let open = false

function ask(
  title: string,
  text: ReactNode,
  answers: (answer: (agreed: boolean) => void) => Answers,
): Promise<boolean> {
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
      ...answers(answer),
      onClose: () => answer(false),
    })
  })
}
