import { Box, Flex, Skeleton } from '@mantine/core'
import { lazy, type RefObject, Suspense, use } from 'react'
import type { Reading } from '../../../../../contract/readings.ts'
import { isTimeReason, isTimeUnconfirmed } from '../../../../../contract/time/timeReasons.ts'
import { useCorrectReading } from '../../../../lib/mutations/readingMutations.ts'
import { reasonText } from '../../../../lib/readings/reasons.ts'
import { type Compared, useCorrectionQuestions } from '../../../../lib/readings/useCorrectionQuestions.ts'
import { UnconfirmedTime } from '../../../../shared/readings/UnconfirmedTime.tsx'
import { futureTimeText, isFutureTime } from '../../../../ui/form/futureTime.ts'
import { InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { correctedNow, TimeZone } from '../../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../../ui/text/localTime.ts'
import { TimeText } from '../../../../ui/text/TimeText.tsx'
import { ValuesAround } from '../../ValuesAround.tsx'

/** Lazy: a calendar that few visits need (decision 019). */
const MeasuredAtPicker = lazy(() => import('./MeasuredAtPicker.tsx'))

interface Props extends Compared {
  reading: Reading
  rowRef?: RefObject<HTMLFieldSetElement | null>
  onDirty: (dirty: boolean) => void
}

/** 測定日時, which can be corrected. */
export function MeasuredAtRow({ reading, rowRef, onDirty, ...compared }: Props) {
  const { id, created_at: time, reasons } = reading
  const zone = use(TimeZone)
  const correction = useCorrectReading()
  const { isTimeMeant } = useCorrectionQuestions(reading, compared)
  const { meter, unit } = compared
  const isUnconfirmed = isTimeUnconfirmed(reading)
  return (
    <InlineRow<string>
      label="測定日時"
      rowRef={rowRef}
      wide
      initial={localOfInstant(Date.parse(time), zone)}
      value={
        <Flex component="span" direction="column" align="flex-start" gap={2}>
          <Flex component="span" wrap="wrap" align="center" gap="2px 8px">
            <TimeText time={time} />
            {isUnconfirmed && <UnconfirmedTime />}
          </Flex>
          {!isUnconfirmed &&
            reasons.filter(isTimeReason).map((reason) => (
              <Box component="span" key={reason} fz="sm" lh={1.4} c="var(--waiting-text)">
                {reasonText(reason)}
              </Box>
            ))}
        </Flex>
      }
      validate={(local) => (isFutureTime(local, correctedNow(), zone) ? futureTimeText : null)}
      confirm={isTimeMeant}
      asksReason
      onSave={(local, reason) => correction.mutateAsync({ id, created_at: local, reason })}
      onDirty={onDirty}
      editor={(editing) => (
        <Suspense fallback={<Skeleton height={42} />}>
          <MeasuredAtPicker
            {...editing}
            description={meter && <ValuesAround meter={meter} at={editing.draft} unit={unit} except={id} />}
          />
        </Suspense>
      )}
    />
  )
}
