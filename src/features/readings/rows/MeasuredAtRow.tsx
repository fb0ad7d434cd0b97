import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { lazy, Suspense, use } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { isOfDevice, isTimeReason, isTimeUnconfirmed } from '../../../../contract/timeReasons.ts'
import { useCorrectReadingTime } from '../../../lib/queries/readingMutations.ts'
import { reasonText } from '../../../lib/reasons.ts'
import { type Editing, InlineRow } from '../../../ui/form/InlineRow.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { UnconfirmedTime } from '../../../ui/text/UnconfirmedTime.tsx'
import classes from './MeasuredAtRow.module.css'

/** Lazy: a calendar that few visits need (decision 019). */
const MeasuredAtPicker = lazy(() => import('./MeasuredAtPicker.tsx'))

interface Props {
  reading: Reading
  onDirty: (dirty: boolean) => void
}

/** 測定日時; that of a device’s reading can be confirmed and corrected. */
export function MeasuredAtRow({ reading, onDirty }: Props) {
  const { id, created_at: time, received_at: received, reasons } = reading
  const zone = use(TimeZone)
  const correction = useCorrectReadingTime()
  const isUnconfirmed = isTimeUnconfirmed(reading)
  const confirm = () =>
    correction.mutate(
      { id, time: null },
      { onError: (error) => notify.failure(error, { title: '日時を確定できませんでした' }) },
    )
  return (
    <InlineRow<string>
      label="測定日時"
      wide
      initial={formatFullTime(Date.parse(time), zone).replaceAll('/', '-')}
      value={
        <span className={classes.value}>
          <span className={classes.time}>
            <TimeText time={time} />
            {isUnconfirmed && <UnconfirmedTime />}
          </span>
          {reasons.filter(isTimeReason).map((reason) => (
            <span key={reason} className={classes.note}>
              {reasonText(reason)}
              {isUnconfirmed && '。確定するまで、使用量とグラフには含めません。'}
            </span>
          ))}
          {isUnconfirmed && (
            <>
              <span className={classes.received}>
                受信 <TimeText time={received} />
              </span>
              <Button
                className={classes.confirm}
                variant="default"
                leftSection={<IconCheck size={20} aria-hidden />}
                loading={correction.isPending}
                onClick={confirm}
              >
                この時刻で確定
              </Button>
            </>
          )}
        </span>
      }
      onSave={(local) => correction.mutateAsync({ id, time: local })}
      onDirty={onDirty}
      editor={isOfDevice(reading) ? Picker : undefined}
    />
  )
}

const Picker = (editing: Editing<string>) => (
  <Suspense fallback={<Skeleton height={42} />}>
    <MeasuredAtPicker {...editing} />
  </Suspense>
)
