import { Button, Flex } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import type { PastRound } from '../../../contract/rounds.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { pastRoundsQuery } from '../../lib/queries/pastRounds.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { DueText } from './DueText.tsx'
import { endDay, spanText } from './days.ts'
import { PastPill } from './PastPill.tsx'
import classes from './PastRounds.module.css'
import { RoundProgress } from './RoundProgress.tsx'

interface Props {
  inspectionId: number | undefined
  onInspection: (id: number | undefined) => void
}

/** Rounds that are over, by the day on which they ended. */
export function PastRounds({ inspectionId, onInspection }: Props) {
  const { data: inspections = [] } = useQuery(inspectionsQuery)
  return (
    <>
      <RowSelect
        maw={320}
        mt={12}
        aria-label="点検グループで絞り込む"
        placeholder="すべての点検グループ"
        rows={inspections}
        value={inspectionId ?? null}
        onChange={(id) => onInspection(id ?? undefined)}
        clearable
        clearButtonProps={clearButton('絞り込みをクリア')}
      />
      <Days inspectionId={inspectionId} />
    </>
  )
}

function Days({ inspectionId }: Pick<Props, 'inspectionId'>) {
  const zone = use(TimeZone)
  const { filling } = useAccount().organization
  const query = useInfiniteQuery(pastRoundsQuery(inspectionId))
  const { data, error, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={6} height={72} />
  const days = Map.groupBy(
    data.pages.flatMap((page) => page.data),
    ({ ends_at }) => endDay(ends_at, zone),
  )
  return (
    <>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {days.size === 0 && (
        <EmptyState
          text={
            filling !== undefined
              ? 'デモのデータの準備が終わると、ここに並びます。'
              : inspectionId === undefined
                ? '終わった点検ルートはまだありません。'
                : 'この点検グループの終わった点検ルートはまだありません。'
          }
        />
      )}
      {[...days].map(([day, rounds]) => (
        <section key={day} className={classes.day} aria-label={day}>
          <h2>{day}</h2>
          <ul>
            {rounds.map((round) => (
              <li key={round.id}>
                <PastRow round={round} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button mt="md" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          以前の点検ルートを表示
        </Button>
      )}
    </>
  )
}

function PastRow({ round }: { round: PastRound }) {
  const zone = use(TimeZone)
  const span = spanText(round, zone)
  return (
    <Link to="/rounds/past/$id" params={{ id: String(round.id) }} className={classes.row}>
      <span className={classes.name}>
        <span>{round.inspection_name}</span>
        <PastPill round={round} />
      </span>
      <Flex component="span" wrap="wrap" gap="0 16px" fz="sm">
        {span && <span>{span}</span>}
        {(round.due_at !== null || round.done_at !== null) && <DueText round={round} over />}
      </Flex>
      <RoundProgress round={round} />
    </Link>
  )
}
