import { Box, Tooltip } from '@mantine/core'
import type { Arrivals, Device } from '../../../contract/devices.ts'
import classes from './ArrivalRates.module.css'
import { rateText } from './deviceTexts.ts'

/** How many of the scheduled reports came in the last 7 and 30 days. */
export function ArrivalRates({ arrivals }: Pick<Device, 'arrivals'>) {
  if (arrivals === null)
    return (
      <Box component="span" c="dimmed">
        予定なし
      </Box>
    )
  return (
    <span className={classes.rates}>
      <Rate label="7日" arrivals={arrivals.week} />
      <Rate label="30日" arrivals={arrivals.month} />
    </span>
  )
}

const Rate = ({ label, arrivals }: { label: string; arrivals: Arrivals }) => (
  <Tooltip label={`予定 ${arrivals.scheduled} 件のうち ${arrivals.arrived} 件（遅れ ${arrivals.late} 件）`}>
    <span data-missing={arrivals.missing > 0 || undefined}>
      <Box component="span" fz="xs" fw={400} c="dimmed">
        {label}
      </Box>{' '}
      {rateText(arrivals)}
    </span>
  </Tooltip>
)
