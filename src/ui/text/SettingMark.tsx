import { IconCircleX } from '@tabler/icons-react'
import { StatusPill } from './StatusPill.tsx'

/** Tick or cross. */
export const SettingMark = ({ exists }: { exists: boolean }) =>
  exists ? (
    <StatusPill tone="normal">設定済み</StatusPill>
  ) : (
    <StatusPill tone="neutral" icon={IconCircleX}>
      未設定
    </StatusPill>
  )
