import { IconTrash } from '@tabler/icons-react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Whether a device is in use or deleted. */
export const DeletedTag = ({ deletedAt }: { deletedAt: string | null }) =>
  deletedAt === null ? (
    <StatusPill tone="normal">有効</StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={IconTrash}>
      削除済み
    </StatusPill>
  )
