import { Box } from '@mantine/core'
import { useState } from 'react'
import type { Meter } from '../../../contract/meters.ts'

/** Progress of re-judging after a range change; its end if seen running. */
export function Rejudging({ rejudging }: Pick<Meter, 'rejudging'>) {
  const [seen, setSeen] = useState(false)
  if (rejudging !== null && !seen) setSeen(true)
  if (rejudging === null && !seen) return null
  return (
    <Box component="span" display="block" fz="sm" c="dimmed">
      {rejudging && `判定をやり直しています ${Math.floor((100 * rejudging.done) / rejudging.total)} %`}
      {/* Screen readers hear the end only. */}
      <span role="status">{rejudging === null && '変更が反映されました'}</span>
    </Box>
  )
}
