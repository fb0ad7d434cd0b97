import { Box } from '@mantine/core'
import type { Meter } from '../../../contract/meters.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { type KnownMonths, type MonthCount, monthsUntil } from '../../../contract/usage/monthSoFar.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import { certaintyTexts } from '../../lib/usages/certaintyTexts.ts'
import { correctedNow } from '../../ui/text/currentMinute.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'

interface Props {
  months: KnownMonths
  meter: Pick<Meter, 'decimal_point' | 'multiplier'>
  unit: string
}

/** What a meter counted last month and has counted this month, as far as the device knows. */
export function MonthUsages({ months, meter, unit }: Props) {
  const { previous, current } = monthsUntil(months, correctedNow())
  const written = (count: MonthCount | null) =>
    count === null ? '不明' : `${formatNumber(toNumber(count.usage), usageDecimals(meter))} ${unit}`.trimEnd()
  return (
    <>
      <Box component="span" display="inline-block" mr={12}>
        先月 {written(previous)}
        {previous && <Certainty count={previous} />}
      </Box>
      <Box component="span" display="inline-block">
        今月 {written(current)}
        {current && <Certainty count={current} />}
      </Box>
    </>
  )
}

/** Until when it is known, if not to the end of the month, and how far it can be relied on. */
function Certainty({ count }: { count: MonthCount }) {
  const marks = certaintyTexts(count)
  return (
    <Box component="span" fz={13} c="dimmed">
      {!count.isWhole && (
        <Box component="span" display="inline-block">
          （<TimeText time={new Date(count.until).toISOString()} /> まで）
        </Box>
      )}
      {marks.length > 0 && ` ${marks.join('・')}`}
    </Box>
  )
}
