import { Box, Button } from '@mantine/core'
import { IconArrowRight, IconCheck, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { ApiError } from '../../../failures/callErrors.ts'
import { readingQuery } from '../../../lib/queries/readings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../../ui/table/Skeletons.tsx'
import { usePressCooldown } from '../../../ui/table/usePressCooldown.ts'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import { ConfirmAlertDialog } from '../tiles/ConfirmAlertDialog.tsx'
import { useFocusTileOnClose } from '../tiles/useFocusTileOnClose.ts'
import type { TileAlerts } from '../tiles/useTileAlerts.ts'
import { AlertContext } from './AlertContext.tsx'
import { AlertNote } from './AlertNote.tsx'
import { DeletedReading } from './DeletedReading.tsx'
import { ReadingDetail } from './ReadingDetail.tsx'
import classes from './ReadingDialog.module.css'
import { ReadingHeading } from './ReadingHeading.tsx'
import { ReadingNavigation } from './ReadingNavigation.tsx'
import { ReadingNotFound } from './ReadingNotFound.tsx'
import { useDirtyRows } from './useDirtyRows.ts'
import { useMainButton } from './useMainButton.ts'
import { useNeighbours } from './useNeighbours.ts'
import { useRemoveReading } from './useRemoveReading.ts'
import { type ListWindow, useReviewPosition } from './useReviewPosition.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useSwipe } from './useSwipe.ts'

interface Props {
  id: number
  /** Readings of the list behind, for ← → and swipes. */
  listed: readonly ({ id: number } | undefined)[]
  /** The alerts variant: the alert it was opened for. */
  alert?: Alert | undefined
  /** The home variant: the alerts of the readings listed. */
  tileAlerts?: TileAlerts
  /** Offset and count of `listed` in the whole list; absent: it is the whole list. */
  whole?: ListWindow
  /** The home variant: the title names what woke the camera. */
  wakeup?: boolean
  onMove: (id: number) => void
  onClose: () => void
}

/** One reading, over the list that it was opened from. */
export function ReadingDialog(props: Props) {
  const { id, listed, alert, tileAlerts, whole, wakeup = false, onMove, onClose } = props
  const client = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery(readingQuery(client, id))
  const notFound = error instanceof ApiError && error.code === 'not_found'
  const reading = notFound ? undefined : data
  const unsaved = useDirtyRows()
  const removal = useRemoveReading(onClose)
  const [confirming, setConfirming] = useState(false)
  const { cooling, startCooldown } = usePressCooldown()
  const review = useReviewPosition(listed, id, whole ?? { before: 0, count: listed.length })
  const { button, keepFocus } = useMainButton(confirming)
  const keepRow = useRowFocus(id)

  const { before, after, isFirst, isLast } = useNeighbours(listed, id)
  useFocusTileOnClose([id, after?.id, before?.id])
  const still = unsaved.any || removal.asking || confirming
  const moveTo = (target: { id: number } | undefined) =>
    target === undefined || still
      ? undefined
      : () => {
          keepRow()
          onMove(target.id)
        }
  const previous = moveTo(before)
  const next = moveTo(after)
  const swipe = useSwipe(previous, next)
  const shownAlert = alert ?? (reading && tileAlerts?.alertOf(reading))
  const seen = shownAlert?.meter_value.id === id ? shownAlert.meter_value : undefined
  // The alert of a reading that was deleted can still be confirmed.
  const asked = notFound ? seen : reading && { ...reading, corrected_from: seen?.corrected_from }
  const isOpen = shownAlert !== undefined && (shownAlert.is_alert || shownAlert.is_alerted)
  const onward =
    after === undefined ? { label: '前のアラートへ', go: previous } : { label: '次のアラートへ', go: next }
  const main = isOpen
    ? { label: '確認済みにする', icon: IconCheck, run: () => setConfirming(true) }
    : review.isHandled &&
      onward.go && {
        label: onward.label,
        icon: IconArrowRight,
        run() {
          // Its own button is now under the same finger.
          startCooldown()
          keepFocus()
          onward.go?.()
          // The next decision starts at its picture.
          button.current?.closest('[role=dialog]')?.scrollTo({ top: 0 })
        },
      }
  const context = alert && <AlertContext key={alert.id} alert={alert} />
  const phone = useIsPhone()
  // On a phone it is not among the buttons at the thumb.
  const remove = reading && (
    <Button
      variant="default"
      c="var(--abnormal-text)"
      bd="1px solid var(--abnormal-edge)"
      leftSection={<IconTrash size={18} aria-hidden />}
      loading={removal.removing}
      onClick={() => void removal.remove(reading)}
    >
      削除
    </Button>
  )
  const positionText = () =>
    alert === undefined || review.position === null ? (
      endWords(isFirst, isLast)
    ) : (
      <>
        {`${review.position.number}/${review.position.total}件目`}
        {review.isHandled && !isOpen && ' 確認済み'}
        <VisuallyHidden>{reading?.meter.name}</VisuallyHidden>
      </>
    )

  return (
    <Dialog
      opened
      onClose={onClose}
      width="80vw"
      tone={reading?.is_abnormal ? 'abnormal' : alert ? 'accent' : 'neutral'}
      title={
        reading ? <Title reading={reading} wakeup={wakeup} /> : notFound && seen ? seen.meter.name : '測定値'
      }
      dirty={unsaved.any}
      actions={
        <>
          <ReadingNavigation previous={previous} next={next} position={positionText()} />
          {!phone && remove}
          <Button variant="default" onClick={onClose}>
            閉じる
          </Button>
          {asked && main && (
            <Button
              ref={button}
              leftSection={<main.icon size={18} aria-hidden />}
              data-disabled={cooling}
              aria-disabled={cooling}
              onClick={() => {
                if (!cooling) main.run()
              }}
            >
              {main.label}
            </Button>
          )}
        </>
      }
    >
      <div {...swipe}>
        {reading ? (
          <>
            <AgeNote fetchedAt={dataUpdatedAt} />
            {shownAlert && (
              <AlertNote
                key={shownAlert.id}
                alert={shownAlert}
                meter={reading.meter}
                onDirty={unsaved.tell}
              />
            )}
            <ReadingDetail key={id} reading={reading} onDirty={unsaved.tell} context={context} />
            {phone && <Box mt={24}>{remove}</Box>}
          </>
        ) : notFound ? (
          <>
            <ReadingNotFound id={id} />
            {alert && seen && (
              <>
                <AlertNote key={alert.id} alert={alert} meter={seen.meter} onDirty={unsaved.tell} />
                <DeletedReading reading={seen} />
                {context}
              </>
            )}
          </>
        ) : error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <DetailSkeleton />
        )}
      </div>
      {confirming && asked && shownAlert && (
        <ConfirmAlertDialog
          alert={shownAlert}
          reading={asked}
          shown={tileAlerts?.countOf(shownAlert)}
          onClose={() => setConfirming(false)}
          onConfirmed={() => {
            setConfirming(false)
            startCooldown()
            if (alert) review.leave()
          }}
        />
      )}
    </Dialog>
  )
}

function endWords(first: boolean, last: boolean): string | null {
  if (first && last) return 'この1件だけです'
  if (first) return '一覧の最初です'
  return last ? '一覧の最後です' : null
}

const Title = ({ reading, wakeup }: { reading: Reading; wakeup: boolean }) => (
  // Otherwise focus would start on the close button.
  <span className={classes.title} tabIndex={-1} data-autofocus>
    <Link to="/meter-value/$id" params={{ id: String(reading.id) }} target="_blank" className={classes.link}>
      {reading.meter.name}
      <IconExternalLink size={18} aria-hidden />
      <VisuallyHidden>（新しいタブで開く）</VisuallyHidden>
    </Link>
    <ReadingHeading reading={reading} wakeup={wakeup} />
  </span>
)
