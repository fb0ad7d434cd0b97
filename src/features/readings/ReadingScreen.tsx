import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reading } from '../../../contract/readings.ts'
import { ApiError } from '../../callErrors.ts'
import { meterQuery } from '../../lib/queries/meters.ts'
import { readingNeighboursQuery, readingQuery } from '../../lib/queries/readings.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { SettingMark } from '../../ui/text/SettingMark.tsx'
import { ReadingDetail } from './ReadingDetail.tsx'
import { ReadingHeading } from './ReadingHeading.tsx'
import { ReadingNavigation } from './ReadingNavigation.tsx'
import { ReadingNotFound } from './ReadingNotFound.tsx'
import classes from './ReadingScreen.module.css'
import { useDirtyRows } from './useDirtyRows.ts'
import { useRemoveReading } from './useRemoveReading.ts'
import { useSwipe } from './useSwipe.ts'

interface Props {
  id: number
  onMove: (id: number) => void
}

/** 測定値: one reading as a page. */
export function ReadingScreen({ id, onMove }: Props) {
  const client = useQueryClient()
  const { data, error, refetch, dataUpdatedAt } = useQuery(readingQuery(client, id))
  const notFound = error instanceof ApiError && error.code === 'not_found'
  const reading = notFound ? undefined : data
  const retry = () => void refetch()
  const home = (
    <ButtonLink to="/" variant="default">
      ホームへ
    </ButtonLink>
  )
  return (
    <Page title={reading?.meter.name ?? '測定値'} back={<BackButton to="/" />}>
      {reading ? (
        <>
          <AgeNote fetchedAt={dataUpdatedAt} />
          {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
          <Known key={id} reading={reading} onMove={onMove} onRemoved={retry} />
        </>
      ) : notFound ? (
        <ReadingNotFound id={id} action={home} />
      ) : error ? (
        <ErrorState error={error} retry={retry} />
      ) : (
        <DetailSkeleton />
      )}
    </Page>
  )
}

interface KnownProps {
  reading: Reading
  onMove: (id: number) => void
  onRemoved: () => void
}

function Known({ reading, onMove, onRemoved }: KnownProps) {
  const { data: neighbours } = useQuery(readingNeighboursQuery(reading.id))
  const { data: meter } = useQuery(meterQuery(reading.meter_id))
  const unsaved = useDirtyRows()
  const removal = useRemoveReading(onRemoved)
  const still = unsaved.any || removal.asking
  const moveTo = (target: number | null | undefined) =>
    target === null || target === undefined || still ? undefined : () => onMove(target)
  const previous = moveTo(neighbours?.previous)
  const next = moveTo(neighbours?.next)
  const swipe = useSwipe(previous, next)
  return (
    <div {...swipe}>
      <div className={classes.heading} data-abnormal={reading.is_abnormal || undefined}>
        <ReadingHeading reading={reading} wakeup />
      </div>
      <div className={classes.actions}>
        <ReadingNavigation
          previous={previous}
          next={next}
          position={neighbours ? endText(neighbours.previous === null, neighbours.next === null) : null}
        />
        <Button
          variant="default"
          className={classes.remove}
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={removal.removing}
          onClick={() => void removal.remove(reading)}
        >
          削除
        </Button>
      </div>
      <ReadingDetail reading={reading} onDirty={unsaved.tell}>
        <Fact label="AIアシスト設定">{meter ? <SettingMark exists={meter.settings !== null} /> : '—'}</Fact>
        <Fact label="読取位置設定">{meter ? <SettingMark exists={meter.area !== null} /> : '—'}</Fact>
      </ReadingDetail>
    </div>
  )
}

/** → leads to later readings here. */
function endText(first: boolean, last: boolean): string | null {
  if (first && last) return 'この1件だけです'
  if (first) return '最初の測定値です'
  return last ? '最新の測定値です' : null
}
