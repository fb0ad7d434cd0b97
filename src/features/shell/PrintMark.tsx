import { Box } from '@mantine/core'
import { use, useLayoutEffect } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
import { useIsPrinting } from '../../ui/table/useIsPrinting.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'

/** On paper: whose sheet it is and when it was printed, because a sheet in a binder has nothing else to date it. */
export function PrintMark() {
  const { organization } = useAccount()
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const isPrinting = useIsPrinting()
  const minute = formatFullTime(now, zone).slice(0, 'YYYY/MM/DD HH:mm'.length)
  const text = `${organization.name}\u3000${minute} 印刷`
  useLayoutEffect(() => {
    // The margin of each sheet shows it where the browser can, see `@page`.
    document.documentElement.style.setProperty('--print-mark', JSON.stringify(`${text}\u3000`))
  }, [text])
  return (
    isPrinting && (
      <Box component="p" fz="xs" ta="right">
        {text}
      </Box>
    )
  )
}
