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

/** Asks before something that cannot be undone. False when the person closes or cancels. */
export const confirm = ({
  title,
  text,
  confirm: verb,
  cancel = 'キャンセル',
  destructive = false,
}: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text>{text}</Text>,
      labels: { confirm: verb, cancel },
      // Enter alone must not do what cannot be undone.
      cancelProps: { 'data-autofocus': true },
      confirmProps: destructive ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
