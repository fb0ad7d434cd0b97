import { IconCamera } from '@tabler/icons-react'
import type { Retake } from '../../../contract/review/retakes.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Somebody asks for another photograph. */
export const RetakePill = ({ retake: { requested_by: by } }: { retake: Retake }) => (
  <StatusPill tone="pressing" icon={IconCamera}>
    撮り直し依頼{by === null ? '' : `（${by}）`}
  </StatusPill>
)
