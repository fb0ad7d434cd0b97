import { useNetwork } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useStreamLostSince } from '../../lib/live/eventStreamState.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import classes from './OfflineStatus.module.css'

/** 更新が届いていません, and since when. Hidden while events arrive or offline. */
export function ConnectionStatus() {
  const { online } = useNetwork()
  const since = useStreamLostSince()
  return (
    <span role="status">
      {online && since !== null && (
        <StatusPill tone="waiting" icon={IconPlugConnectedX}>
          <span className={classes.words}>
            <span>
              更新が
              <wbr />
              届いていません
            </span>
            <span data-since>
              <TimeText time={since} />
              から
            </span>
          </span>
        </StatusPill>
      )}
    </span>
  )
}
