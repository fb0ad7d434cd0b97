import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reading } from '../../../../contract/readings.ts'
import { ApiError } from '../../../failures/callErrors.ts'
import { meterQuery } from '../../../lib/queries/meters.ts'
import { readingQuery } from '../../../lib/queries/readings.ts'
import { BackButton } from '../../../ui/layout/BackButton.tsx'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { AgeNote } from '../../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { DetailSkeleton } from '../../../ui/table/Skeletons.tsx'
import { Fact } from '../../../ui/text/Fact.tsx'
import { SettingMark } from '../../../ui/text/SettingMark.tsx'
import { ReadingDetail } from './ReadingDetail.tsx'
import { ReadingHeading } from './ReadingHeading.tsx'
import { ReadingNavigation } from './ReadingNavigation.tsx'
import { ReadingNotFound } from './ReadingNotFound.tsx'
import classes from './ReadingScreen.module.css'
import { useDirtyRows } from './useDirtyRows.ts'
import { useReadingMoves } from './useReadingMoves.ts'
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
      {notFound ? (
        <ReadingNotFound id={id} action={home} />
      ) : error && reading === undefined ? (
        <ErrorState error={error} retry={retry} />
      ) : (
        <>
          {reading && <AgeNote fetchedAt={dataUpdatedAt} />}
          {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
          <Content id={id} reading={reading} onMove={onMove} onRemoved={retry} />
        </>
      )}
    </Page>
  )
}

interface ContentProps {
  id: number
  /** Undefined while it loads. */
  reading: Reading | undefined
  onMove: (id: number) => void
  onRemoved: () => void
}

/** Stays mounted from reading to reading, so that the navigation keeps the focus. */
function Content({ id, reading, onMove, onRemoved }: ContentProps) {
  const unsaved = useDirtyRows()
  const removal = useRemoveReading(onRemoved)
  const moves = useReadingMoves(id, { isBlocked: unsaved.any || removal.asking, onMove })
  const swipe = useSwipe(moves.previous, moves.next)
  return (
    <div {...swipe}>
      <div className={classes.heading} data-abnormal={reading?.is_abnormal || undefined}>
        {reading ? <ReadingHeading reading={reading} wakeup /> : '\u00a0'}
      </div>
      <Group gap={12} justify="flex-end" py={8}>
        <ReadingNavigation {...moves} />
        <Button
          variant="default"
          c="var(--abnormal-text)"
          bd="1px solid var(--abnormal-edge)"
          leftSection={<IconTrash size={18} aria-hidden />}
          loading={reading === undefined || removal.removing}
          onClick={() => reading && void removal.remove(reading)}
        >
          削除
        </Button>
      </Group>
      {reading ? <Detail key={id} reading={reading} onDirty={unsaved.tell} /> : <DetailSkeleton />}
    </div>
  )
}

interface DetailProps {
  reading: Reading
  onDirty: (dirty: boolean) => void
}

function Detail({ reading, onDirty }: DetailProps) {
  const { data: meter } = useQuery(meterQuery(reading.meter_id))
  return (
    <ReadingDetail reading={reading} onDirty={onDirty}>
      <Fact label="AIアシスト設定">{meter ? <SettingMark exists={meter.settings !== null} /> : '—'}</Fact>
      <Fact label="読取位置設定">{meter ? <SettingMark exists={meter.area !== null} /> : '—'}</Fact>
    </ReadingDetail>
  )
}
