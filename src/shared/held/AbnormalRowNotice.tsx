import type { ComponentProps } from 'react'
import { amendedCaptures, hasArrived } from '../../../offline/amendments.ts'
import { useOutboxRowsOf } from '../../lib/held/outboxRows.ts'
import { AbnormalNotice } from '../ranges/AbnormalNotice.tsx'

interface Props extends Omit<ComponentProps<typeof AbnormalNotice>, 'arrived'> {
  /** Key of the capture or of the entered value. */
  id: string
  /** Whose outbox has it. */
  userId: number
}

/** The notice about an abnormal value in the outbox, which follows whether the server has received the value. */
export function AbnormalRowNotice({ id, userId, ...notice }: Props) {
  const row = amendedCaptures(useOutboxRowsOf(userId)).find((each) => each.id === id)
  return <AbnormalNotice {...notice} arrived={row !== undefined && hasArrived(row)} />
}
