import { Box, Flex } from '@mantine/core'
import { IconSparklesFilled } from '@tabler/icons-react'
import type { Reading } from '../../../../contract/readings.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import classes from './ReadingHeading.module.css'

const wakeupText = { 0: 'タイマー起動', 1: '手動起動', 2: 'ハートビート' } as const

interface Props {
  reading: Reading
  /** Shows what woke the camera. */
  wakeup: boolean
}

/** Time of measurement, and badges. */
export function ReadingHeading({ reading, wakeup }: Props) {
  const { wakeup_reason: reason, ai_boost_enabled: boosted, created_at: time } = reading
  return (
    <Flex component="span" display="inline-flex" wrap="wrap" gap="2px 12px" align="center">
      <Box component="span" fz="sm" fw={500}>
        <PlainTime time={time} />
        {wakeup && reason !== null && `（${wakeupText[reason]}）`}
      </Box>
      {boosted && (
        <IconSparklesFilled className={classes.boost} size={20} role="img" aria-label="AIブースト有効" />
      )}
    </Flex>
  )
}
