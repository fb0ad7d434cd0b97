import { IconWalk } from '@tabler/icons-react'
import { use } from 'react'
import { isUnsent } from '../../../offline/sendable.ts'
import { useOutboxRows, useUnreadOutbox } from '../../lib/held/outboxRows.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { isLate } from '../../lib/rounds/roundState.ts'
import { useRounds } from '../../lib/rounds/useRounds.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { counted, type Part } from './part.ts'
import { NumberLink, Row } from './Row.tsx'
import { roundsOfToday } from './roundsOfToday.ts'
import classes from './Today.module.css'

/** The rounds of today that are not done, and what this device has not sent. */
export function useRoundParts(): Part[] {
  const { id: userId } = useAccount()
  const { rounds = [], ...query } = useRounds()
  const outbox = useOutboxRows()
  const readAgain = useUnreadOutbox()
  const phone = useIsPhone()
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const left = roundsOfToday(rounds, { now, zone, userId })
  // The rounds of an earlier day do not say what is due today.
  const isOfToday = todayIn(zone, query.dataUpdatedAt) === todayIn(zone, now)
  return [
    {
      name: '今日の点検の残り',
      ...counted(query, () => (left.length > 0 || isOfToday ? left.length : null)),
      list: null,
      rows: left.map((round) => {
        const { inspection_id: inspection, inspection_name: name, due_at: due, assignee } = round
        const params = { id: String(inspection) }
        const late = isLate(round, now)
        const isBegun = round.remaining < round.planned
        return (
          <Row
            key={inspection}
            tone={late ? 'abnormal' : 'neutral'}
            name={name}
            route="/rounds/$id"
            params={params}
            value={late && <StatusPill tone="abnormal">遅れ</StatusPill>}
            facts={[
              due === null ? (
                '期限なし'
              ) : (
                <>
                  <PlainTime time={due} />
                  まで
                </>
              ),
              assignee?.username ?? '担当者なし',
            ]}
            numbers={[
              <NumberLink
                key="left"
                name="残り"
                count={round.remaining}
                route="/rounds/$id"
                params={params}
                search={{ show: 'left' }}
              />,
              phone && (
                <ButtonLink
                  key="walk"
                  to="/walk/$id"
                  params={params}
                  className={classes.walk}
                  leftSection={<IconWalk size={20} aria-hidden />}
                  aria-label={`${name}の${isBegun ? '巡回を続ける' : '巡回を始める'}`}
                >
                  {isBegun ? '続ける' : '巡回を始める'}
                </ButtonLink>
              ),
            ]}
          />
        )
      }),
    },
    {
      name: 'この端末の未送信',
      count: readAgain === null ? outbox.filter(({ state }) => isUnsent(state)).length : null,
      fetchedAt: null,
      error: null,
      refetch: async () => readAgain?.(),
      list: { route: '/outbox' },
    },
  ]
}
