import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useWorking } from '../../ui/state/useWorking.ts'
import { useUndoDeletion } from './useUndoDeletion.ts'

/** Undoes the deletion of a reading. */
export function RestoreButton({ id, className }: { id: number; className?: string | undefined }) {
  const undo = useUndoDeletion()
  const [restoring, startRestoring] = useWorking()
  return (
    <Button
      className={className}
      variant="default"
      size="sm"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      loading={restoring}
      onClick={() => startRestoring(() => undo(id))}
    >
      元に戻す
    </Button>
  )
}
