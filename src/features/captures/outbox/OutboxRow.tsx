import { Button, Menu } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCameraRotate, IconDownload, IconPencil, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { isUnread, readState } from '../../../../contract/values/abnormal.ts'
import { readingStateOf } from '../../../../contract/values/readingState.ts'
import type { Capture } from '../../../../offline/captures.ts'
import { readBytes } from '../../../../offline/outbox.ts'
import { byServerClock } from '../../../../offline/sendable.ts'
import { fileTime } from '../../../lib/files/fileTime.ts'
import { sanitizeFileName } from '../../../lib/files/sanitizeFileName.ts'
import { savePhotograph } from '../../../lib/files/saveFile.ts'
import { captureReadingQuery } from '../../../lib/queries/captures.ts'
import { useCategoryType } from '../../../lib/queries/masters.ts'
import { emptyText, ValueText } from '../../../shared/readings/ValueText.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { lastStepText, type StateText, stateTexts, stepsDone, stepsOf } from '../captureTexts.ts'
import { OutboxItem } from './OutboxItem.tsx'
import classes from './OutboxRow.module.css'
import { useCapturePictureUrl } from './useCapturePictureUrl.ts'
import { useIsAbnormal } from './useIsAbnormal.ts'
import { useRowValue } from './useRowValue.tsx'

interface Props {
  capture: Capture
  /** Of the session; captures of other organizations wait for theirs. */
  organizationId: number
  /** Before another screen is opened from here. */
  onLeave: () => void
}

/** A photograph: picture, time, value, status, actions. */
export function OutboxRow({ capture, organizationId, onLeave }: Props) {
  const { online } = useNetwork()
  const notices = useFailureNotices()
  const zone = use(TimeZone)
  const isHere = capture.state !== 'sent'
  const url = useCapturePictureUrl(capture.id, capture.mime, isHere)
  const { data: reading } = useQuery({ ...captureReadingQuery(capture.id), enabled: !isHere })
  const framed = reading?.result_thumbnail ?? null
  const isRead = reading !== undefined && !isUnread(reading.read_state)
  const type = useCategoryType(reading?.meter.meter_category_id ?? null)
  const pill: StateText = isRead
    ? { tone: 'normal', word: lastStepText(capture) }
    : reading?.read_state === readState.waiting
      ? { tone: 'waiting', word: emptyText(reading.read_state, type) }
      : stateTexts[capture.state]
  const { value, isWithdrawn, amended, enter, enterItem, withdrawItem, dialog } = useRowValue(capture, {
    readValue: reading?.value ?? null,
    picture: url,
  })
  const save = async () => {
    try {
      const bytes = await readBytes(capture.id)
      if (bytes) await savePhotograph(bytes, capture.mime, fileName(capture, zone))
      else notices.warning('写真が端末に残っていないため、ファイルに保存できません。撮り直してください。')
    } catch (error) {
      notices.failure(error, { title: '写真をファイルに保存できませんでした', retry: () => void save() })
    }
  }

  return (
    <OutboxItem
      row={capture}
      organizationId={organizationId}
      picture={
        <Thumbnail
          src={(online ? framed : null) ?? url ?? framed ?? reading?.thumbnail ?? null}
          fallback={online || isHere ? <IconPhoto aria-hidden /> : <Elsewhere />}
        />
      }
      line={
        <>
          <TimeText time={byServerClock(capture.capturedAt, capture)} />
          <CaptureValue capture={capture} confirmed={value} reading={isRead ? reading : null} />
          {amended}
        </>
      }
      steps={stepsOf(capture)}
      done={stepsDone(capture, isRead)}
      pill={pill}
      items={
        capture.state !== 'discarded' &&
        (isHere || !isWithdrawn) && (
          <>
            {enterItem}
            {isHere && (
              <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
                写真をファイルに保存
              </Menu.Item>
            )}
            {withdrawItem}
          </>
        )
      }
      dialog={dialog}
      decide={
        capture.state === 'draft' && (
          <Button
            className={classes.retry}
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={enter}
          >
            値を入力
          </Button>
        )
      }
      retake={
        <ButtonLink
          className={classes.retry}
          to="/capture-meter-value/$id"
          params={{ id: String(capture.meterId) }}
          leftSection={<IconCameraRotate size={18} aria-hidden />}
          onClick={onLeave}
        >
          撮り直す
        </ButtonLink>
      }
    />
  )
}

/** Instead of a photograph that only the server has. */
const Elsewhere = () => <span className={classes.elsewhere}>電波の届く所で表示</span>

interface ValueProps {
  capture: Capture
  /** With its last correction; null: the server's reading counts. */
  confirmed: number | null
  reading: Reading | null
}

function CaptureValue({ capture, confirmed, reading }: ValueProps) {
  const value = confirmed ?? reading?.value ?? null
  const abnormal = useIsAbnormal(capture.meterId, value)
  if (value === null && reading === null) return <span>値は未確定</span>
  return (
    <ValueText
      value={value}
      unit={capture.unit}
      decimals={capture.decimalPoint}
      abnormal={abnormal}
      unsure={confirmed === null && reading !== null && readingStateOf(reading) === 'unsure'}
      size="sm"
    />
  )
}

/** Meter and time: 「No.3_2026-11-20-14-03-00」. */
const fileName = (capture: Capture, zone: string): string =>
  `${sanitizeFileName(capture.meterName)}_${fileTime(zone, byServerClock(capture.capturedAt, capture))}`
