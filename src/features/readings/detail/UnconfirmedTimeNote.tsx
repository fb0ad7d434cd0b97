import { Button, Group } from '@mantine/core'
import { IconCheck, IconClockQuestion, IconPencil } from '@tabler/icons-react'
import { type RefObject, use, useEffect, useRef } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../../contract/time/timeReasons.ts'
import { useCorrectReadingTime } from '../../../lib/mutations/readingMutations.ts'
import { reasonText } from '../../../lib/readings/reasons.ts'
import { type Compared, useCorrectionQuestions } from '../../../lib/readings/useCorrectionQuestions.ts'
import { moveFocus } from '../../../ui/form/moveFocus.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { useWorking } from '../../../ui/state/useWorking.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { ReadingNote } from './ReadingNote.tsx'

interface Props extends Compared {
  reading: Reading
  /** Gets the focus when the note goes away. */
  nextFocus: RefObject<HTMLElement | null>
  /** Leads to the correction of the time. */
  onCorrect: () => void
}

/** Explains a time that a person must confirm, and confirms it with one press. */
export function UnconfirmedTimeNote({ reading, nextFocus, onCorrect, ...compared }: Props) {
  const { id, meter, created_at: time, received_at: received } = reading
  const zone = use(TimeZone)
  const correction = useCorrectReadingTime()
  const { isTimeMeant } = useCorrectionQuestions(reading, compared)
  const [isChecking, startChecking] = useWorking()
  const notices = useFailureNotices()
  const told = useRef<string>(null)
  // Otherwise the notification would be shown above the next reading, whose time may be unconfirmed too.
  useEffect(
    () => () => {
      if (told.current !== null) notify.endSuccess(told.current)
    },
    [],
  )
  if (!isTimeUnconfirmed(reading)) return null
  const failed = (error: unknown) => notices.failure(error, { title: '日時を確定できませんでした' })
  const confirm = (pressed: HTMLElement) =>
    correction.mutate(
      { id, time: null },
      {
        onSuccess() {
          const confirmed = formatFullTime(Date.parse(time), zone)
          told.current = `「${meter.name}」の測定日時を ${confirmed} で確定しました`
          notify.success(told.current)
          moveFocus(pressed, nextFocus.current)
        },
        onError: failed,
      },
    )
  const ask = (pressed: HTMLElement) =>
    startChecking(() =>
      isTimeMeant(localOfInstant(Date.parse(time), zone)).then(
        (isMeant) => isMeant && confirm(pressed),
        failed,
      ),
    )
  return (
    <ReadingNote icon={<IconClockQuestion size={20} aria-hidden />} title="時刻不明">
      <p>
        測定日時 <TimeText time={time} />
        （受信 <TimeText time={received} />）
      </p>
      <p>
        {reasonText('unconfirmed time')}
        。確定するまで、使用量とグラフには含めません。違うときは修正してください。
      </p>
      <Group gap="xs" mt="xs">
        <Button
          leftSection={<IconCheck size={20} aria-hidden />}
          loading={isChecking || correction.isPending}
          onClick={({ currentTarget }) => ask(currentTarget)}
        >
          この時刻で確定
        </Button>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} aria-hidden />}
          disabled={isChecking || correction.isPending}
          onClick={onCorrect}
        >
          時刻を修正
        </Button>
      </Group>
    </ReadingNote>
  )
}
