import { Button } from '@mantine/core'
import { IconCheck, IconClockQuestion } from '@tabler/icons-react'
import type { RefObject } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../contract/timeReasons.ts'
import { useCorrectReadingTime } from '../../lib/queries/readingMutations.ts'
import { reasonText } from '../../lib/reasons.ts'
import { moveFocus } from '../../ui/form/moveFocus.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ReadingNote } from './ReadingNote.tsx'

interface Props {
  reading: Reading
  /** Gets the focus when the note goes away. */
  nextFocus: RefObject<HTMLElement | null>
}

/** Explains a time that a person must confirm, and confirms it with one press. */
export function UnconfirmedTimeNote({ reading, nextFocus }: Props) {
  const { id, created_at: time, received_at: received } = reading
  const correction = useCorrectReadingTime()
  const notices = useFailureNotices()
  if (!isTimeUnconfirmed(reading)) return null
  const confirm = (pressed: HTMLElement) =>
    correction.mutate(
      { id, time: null },
      {
        onSuccess() {
          notify.success('測定日時を確定しました')
          moveFocus(pressed, nextFocus.current)
        },
        onError: (error) => notices.failure(error, { title: '日時を確定できませんでした' }),
      },
    )
  return (
    <ReadingNote icon={<IconClockQuestion size={20} aria-hidden />} title="時刻不明">
      <p>
        測定日時 <TimeText time={time} />
        （受信 <TimeText time={received} />）
      </p>
      <p>
        {reasonText('unconfirmed time')}
        。確定するまで、使用量とグラフには含めません。違うときは、下の「測定日時」で修正してください。
      </p>
      <Button
        mt="xs"
        leftSection={<IconCheck size={20} aria-hidden />}
        loading={correction.isPending}
        onClick={({ currentTarget }) => confirm(currentTarget)}
      >
        この時刻で確定
      </Button>
    </ReadingNote>
  )
}
