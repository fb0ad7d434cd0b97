import { useNetwork } from '@mantine/hooks'
import { IconCloudOff } from '@tabler/icons-react'
import { useState } from 'react'
import { StatusPill } from '../../ui/StatusPill.tsx'
import { TimeText } from '../../ui/TimeText.tsx'
import classes from './OfflineStatus.module.css'

/** オフライン, and since when. Nothing while online. */
export function OfflineStatus() {
  const { online } = useNetwork()
  const [since, setSince] = useState<number | null>(null)
  if (online !== (since === null)) setSince(online ? null : Date.now())
  if (online || since === null) return <span role="status" />
  return (
    <span role="status">
      <StatusPill tone="waiting" icon={IconCloudOff}>
        <span className={classes.words}>
          <span>オフライン</span>
          <span>
            <TimeText time={since} />
            から
          </span>
        </span>
      </StatusPill>
    </span>
  )
}
