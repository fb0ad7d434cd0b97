import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { isAbnormal } from '../../../../contract/values/abnormal.ts'
import type { Doubt } from '../../../../contract/values/doubts.ts'
import { amendedCaptures, setValue } from '../../../../offline/amendments.ts'
import type { Capture } from '../../../../offline/captures.ts'
import { readBytes } from '../../../../offline/outbox.ts'
import { isCapture, ownerOf, type ValueRow } from '../../../../offline/rows.ts'
import { byServerClock, isRefused } from '../../../../offline/sendable.ts'
import { useHeldBefore } from '../../../lib/held/held.ts'
import { useKnownHere } from '../../../lib/held/heldReplacements.ts'
import { useOutboxRows } from '../../../lib/held/outboxRows.ts'
import { lastKnown } from '../../../lib/live/lastKnown.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { isReadingKept } from '../../../lib/queries/readings.ts'
import { confirmImplausibleValue } from '../../../lib/readings/confirmImplausibleValue.ts'
import { useKnownMonths } from '../../../lib/usages/useKnownMonths.ts'
import { AbnormalRowNotice } from '../../../shared/held/AbnormalRowNotice.tsx'
import { inform } from '../../../ui/dialog/confirm.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { PhotoReview } from '../camera/PhotoReview.tsx'
import type { Still } from '../camera/still.ts'
import { namedText } from '../captureTexts.ts'
import { Correction } from '../value/Correction.tsx'
import { doubtsAboutPicture } from '../value/pictureDoubts.ts'
import { useKnownBefore } from '../value/useKnownBefore.ts'
import classes from './OutboxValueDialog.module.css'
import { sendOutbox } from './outboxSender.ts'
import { tellAmended } from './tellAmended.ts'
import { tellTooLate } from './tellTooLate.ts'

interface Props {
  capture: ValueRow
  /** On the server, if the inspector entered none; null: not known. */
  readValue: number | null
  /** Address of its small picture on this device. */
  picture: string | null
  onClose: () => void
}

/** Sets the value of a photograph in the outbox, or changes an entered one, sent or not. */
export function OutboxValueDialog(props: Props) {
  const { capture, onClose } = props
  const { data: meters } = useQuery(metersQuery)
  const { data: categories } = useQuery(categoriesQuery)
  const meter = meters?.find(({ id }) => id === capture.meterId)
  const type = categories?.find(({ id }) => id === meter?.meter_category_id)?.type
  return (
    <Dialog opened title={capture.meterName} width={480} onClose={onClose}>
      {meter && type !== undefined ? (
        <RowValue {...props} meter={meter} type={type} />
      ) : (
        <EmptyState title="メーターが見つかりません" text="値は点検データの画面で入力できます。" />
      )}
    </Dialog>
  )
}

interface RowValueProps extends Props {
  meter: Meter
  type: CategoryType
}

/** The photograph and its value, compared with what was known of the meter before. */
function RowValue({ capture, readValue, picture, meter, type, onClose }: RowValueProps) {
  const notices = useFailureNotices()
  const { inspections } = useMasters('inspections')
  const contact = inspections.find(({ id }) => id === meter.inspection_id)?.contact ?? ''
  const rows = useOutboxRows()
  const [value] = useState(
    () => amendedCaptures(rows).find(({ id }) => id === capture.id)?.value ?? readValue,
  )
  const at = byServerClock(capture.capturedAt, capture)
  const held = useHeldBefore()(meter, at)
  const here = useKnownHere()(meter, at)
  const { meter: before, absent } = useKnownBefore({ ...here, last_reading: meter.last_reading }, at)
  const months = useKnownMonths(before)
  const { asking, content, ask } = useQuestion()
  const save = async (given: number) => {
    try {
      const entered = { value: given, at, meter: before, type, unit: capture.unit, around: null }
      const confirmedDoubts = await ask(async () => {
        const ofPicture = isCapture(capture)
          ? await doubtsAboutPicture(capture.id, capture.looksLikeOtherMeter === true, isReadingKept)
          : []
        // Null if the dialog was closed in the meantime.
        return content.current && confirmImplausibleValue(entered, { ofPicture, months })
      })
      if (confirmedDoubts === null) return
      const { id, meterName } = capture
      const how = await setValue(id, { value: given, valueSource: 'corrected', confirmedDoubts })
      const past = `「${meterName}」の値は変えられません。`
      if (how === null) await tellTooLate({ id, named: namedText(capture), past })
      if (how === 'amended') await tellAmended({ id, named: `「${meterName}」の修正` })
      if (how === 'changed') {
        const done = `「${meterName}」の値を${value === null ? '確定' : '修正'}しました`
        notify.success(isRefused(capture) ? `${done}。サーバーに送信します。` : done)
      }
      onClose()
      // The row cannot show it, because it moves to another part of the list when it is sent.
      if (how !== null && isAbnormal({ value: given, read_state: null }, before))
        inform(
          meterName,
          <AbnormalRowNotice
            id={id}
            userId={ownerOf(capture).userId}
            meter={before}
            unit={capture.unit}
            contact={contact}
          />,
        )
      void sendOutbox()
    } catch (error) {
      notices.failure(error, { title: '値を保存できませんでした' })
    }
  }
  return (
    <Stack ref={content} className={classes.content} gap={12}>
      {isCapture(capture) && <Photograph capture={capture} picture={picture} />}
      <Correction
        asking={asking}
        meter={before}
        type={type}
        unit={capture.unit}
        at={at}
        proposed={value}
        last={lastKnown(before).known}
        absent={held?.value === null ? '読取待ち' : absent}
        onValue={(given) => void save(given)}
        onCancel={onClose}
      />
    </Stack>
  )
}

/** A question about the value, during which the form is hidden. Afterwards the focus returns to the form. */
function useQuestion() {
  const [asking, setAsking] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    // The keypad takes the focus by itself.
    if (asking || content.current?.contains(document.activeElement)) return
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }, [asking])
  const ask = async (question: () => Promise<Doubt[] | null>): Promise<Doubt[] | null> => {
    opener.current = document.activeElement
    setAsking(true)
    try {
      return await question()
    } finally {
      setAsking(false)
    }
  }
  return { asking, content, ask }
}

/** The photograph itself, whose figures can be enlarged; the small picture once the server has it. */
function Photograph({ capture: { id, mime }, picture }: { capture: Capture; picture: string | null }) {
  const [still, setStill] = useState<Still | null>(null)
  useEffect(() => {
    let closed = false
    readBytes(id).then((bytes) => {
      if (bytes !== null && !closed) setStill({ bytes, mime })
    }, console.warn)
    return () => {
      closed = true
    }
  }, [id, mime])
  return (
    <div className={classes.picture}>
      {still ? (
        <PhotoReview still={still} reading={null} close={false} />
      ) : (
        <Thumbnail src={picture} fallback={null} />
      )}
    </div>
  )
}
