import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { StateMessage } from './StateMessage.tsx'

interface Props {
  retry?: (() => void) | undefined
  /** Replaces the whole page. */
  heading?: boolean
}

/** Nothing is cached on this device. */
export const OfflineState = ({ retry, heading = false }: Props) => (
  <StateMessage
    heading={heading}
    icon={IconCloudOff}
    tone="waiting"
    title="オフラインのため表示できません"
    text="この画面はまだ端末に保存されていません。電波の届く所で一度開いてください。"
    role="alert"
    action={
      retry && (
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={retry}>
          再試行
        </Button>
      )
    }
  />
)
