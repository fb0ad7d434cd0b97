import { IconCloudOff } from '@tabler/icons-react'
import { useOfflineSince } from '../../lib/live/offlineSince.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './OfflineStatus.module.css'

/** オフライン, and since when. Hidden while online. */
export function OfflineStatus() {
  const since = useOfflineSince()
  if (since === null) return <span role="status" />
  return (
    <span role="status">
      <StatusPill tone="waiting" icon={IconCloudOff}>
        <span className={classes.words}>
          <span>オフライン</span>
          <span data-since>
            <TimeText time={since} />
            から
          </span>
        </span>
      </StatusPill>
    </span>
  )
}
