import { Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { pastRoundQuery } from '../../lib/queries/pastRounds.ts'
import { BackButton } from '../../ui/layout/BackButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { DueText } from './DueText.tsx'
import { endDay, spanText } from './days.ts'
import { PastPill } from './PastPill.tsx'
import { RoundProgress } from './RoundProgress.tsx'
import { StopList } from './StopList.tsx'
import type { RoundSearch } from './search.ts'

interface Props {
  id: number
  search: RoundSearch
  onSearch: (search: RoundSearch) => void
}

/** A round that is over, with the meters that it had. */
export function PastRoundScreen({ id, search, onSearch }: Props) {
  const zone = use(TimeZone)
  const { data: round, error, dataUpdatedAt, refetch } = useQuery(pastRoundQuery(id))
  const stops = useMemo(() => round?.stops.map((stop) => ({ ...stop, unsent: false })) ?? [], [round])
  const retry = () => void refetch()
  if (round === undefined)
    return (
      <Page title="過去の点検ルート" back={<BackButton to="/rounds" />}>
        {error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={6} height={80} />}
      </Page>
    )
  return (
    <Page title={round.inspection_name} back={<BackButton to="/rounds" />}>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      <Flex component="section" direction="column" gap={8} aria-label="結果">
        <Flex component="p" align="center" wrap="wrap" gap="4px 16px">
          <PastPill round={round} />
          <span>{spanText(round, zone) ?? endDay(round.ends_at, zone)}</span>
          {(round.due_at !== null || round.done_at !== null) && <DueText round={round} over />}
        </Flex>
        <RoundProgress round={round} />
      </Flex>
      <StopList stops={stops} show={search.show} onShow={(show) => onSearch({ show })} />
    </Page>
  )
}
