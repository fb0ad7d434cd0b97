import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { OpenMonth } from '../../../contract/closing/closings.ts'
import { openLists } from '../../../contract/closing/openLists.ts'
import { monthText } from '../../../text/monthText.ts'
import { openMonthsQuery } from '../../lib/queries/closings.ts'
import { closingTimeText } from '../../shared/closings/closingTimeText.ts'
import { openListNames } from '../../shared/closings/openListNames.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { closingDaysText } from './closingDays.ts'
import { counted, type Part } from './part.ts'
import { NumberLink, Row } from './Row.tsx'

/** The months that are over or nearly so. */
export function useClosingParts(): Part[] {
  const months = useQuery(openMonthsQuery)
  return [
    {
      name: '締めの近い月',
      ...counted(months, ({ length }) => length),
      list: null,
      rows: months.data?.map((month) => <MonthRow key={`${month.cycle_id} ${month.month}`} open={month} />),
    },
  ]
}

function MonthRow({ open }: { open: OpenMonth }) {
  const { cycle_id: cycle, cycle_name: name, month, to, counts, later } = open
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const lists = openLists.filter((list) => counts[list] > 0)
  const days = closingDaysText(to, now, zone)
  const isOver = Date.parse(to) <= now
  return (
    <Row
      tone={isOver ? 'waiting' : 'neutral'}
      name={`${name} ${monthText(month)}`}
      route="/closings"
      search={{ cycle, month }}
      value={isOver ? <StatusPill tone="waiting">{days}</StatusPill> : days}
      facts={[
        `締め日時 ${closingTimeText(to, zone)}`,
        later > 0 && `ほかに${later}か月が締め待ちです`,
        lists.length === 0 && '確認の要るメーターはありません',
      ]}
      numbers={lists.map((list) => (
        <NumberLink
          key={list}
          name={openListNames[list]}
          count={counts[list]}
          route="/closings"
          search={{ cycle, month, list }}
        />
      ))}
    />
  )
}
