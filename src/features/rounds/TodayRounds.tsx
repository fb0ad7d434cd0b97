import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { worstFirst } from '../../lib/rounds/roundState.ts'
import { useRounds } from '../../lib/rounds/useRounds.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { AgeNote } from '../../ui/state/AgeNote.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { RoundCard } from './RoundCard.tsx'
import classes from './TodayRounds.module.css'

const advice = 'メーターの点検グループを選び、測定端末にモバイル端末を登録すると、ここに並びます。'

/** The round of now of each inspection group, the worst first. */
export function TodayRounds() {
  const { rounds, error, dataUpdatedAt, refetch } = useRounds()
  const now = useCurrentMinute()
  const phone = useIsPhone()
  const retry = () => void refetch()
  if (rounds === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={4} height={140} />
  return (
    <>
      <AgeNote fetchedAt={dataUpdatedAt} />
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {rounds.length === 0 ? (
        <EmptyState
          title="点検ルートはまだありません"
          text={advice}
          action={<ButtonLink to="/meters">メーター一覧へ</ButtonLink>}
        />
      ) : (
        <ul className={classes.list} aria-label="今日の点検ルート">
          {worstFirst(rounds, now).map((round) => (
            <li key={round.inspection_id}>
              <RoundCard round={round} walked={phone} />
            </li>
          ))}
        </ul>
      )}
      {rounds.length > 0 && <NotWalked walked={rounds.map(({ inspection_id: id }) => id)} />}
    </>
  )
}

/** Groups that have no meters read by phone. */
function NotWalked({ walked }: { walked: readonly number[] }) {
  const { data = [] } = useQuery(inspectionsQuery)
  const names = data.filter(({ id }) => !walked.includes(id)).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <Box component="p" mt={16} fz="sm" c="dimmed" className="break-anywhere">
      モバイル端末で撮影するメーターがない点検グループ: {names.slice(0, shown).join('、')}
      {names.length > shown && `、ほか ${names.length - shown}件`}。{advice}
    </Box>
  )
}

const shown = 5
