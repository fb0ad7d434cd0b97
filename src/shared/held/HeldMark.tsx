import { IconCloudUpload } from '@tabler/icons-react'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

interface Props {
  /** The server has it, but its lists do not show it yet. */
  arrived: boolean
}

/** Marks what is on this phone only. */
export const HeldMark = ({ arrived }: Props) =>
  arrived ? (
    <StatusPill tone="normal">送信済</StatusPill>
  ) : (
    <StatusPill tone="waiting" icon={IconCloudUpload}>
      未送信
    </StatusPill>
  )
