import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { confirm } from '../dialog/confirm.tsx'
import { notify } from '../notice/notify.tsx'
import { useWorking } from '../state/useWorking.ts'

interface Props {
  /** Name of the button, with the row that it deletes. */
  label: string
  /** What is deleted, such as メーター交換. */
  what: string
  /** States the object and the consequence. */
  text: () => ReactNode | Promise<ReactNode>
  onDelete: () => Promise<unknown>
}

/** Deletes a row of a history, after a question. */
export function DeleteAction({ label, what, text, onDelete }: Props) {
  const [working, startWorking] = useWorking()
  const remove = async () => {
    const agreed = await confirm({
      title: `${what}の削除`,
      text: await text(),
      confirm: '削除',
      destructive: true,
    })
    if (!agreed) return
    try {
      await onDelete()
      notify.success(`${what}を削除しました`)
    } catch (error) {
      notify.failure(error, { title: `${what}を削除できませんでした` })
    }
  }
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      size={44}
      aria-label={label}
      loading={working}
      onClick={() => startWorking(remove)}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  )
}
