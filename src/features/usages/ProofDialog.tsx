import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { decimal } from '../../../contract/usage/decimal.ts'
import type { CalendarPeriod, UsageRow } from '../../../contract/usage/usages.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../../lib/meters/usageDecimals.ts'
import { toPeriodUsage, usageProofQuery } from '../../lib/queries/usages.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import classes from './ProofDialog.module.css'
import { ProofIndex } from './ProofIndex.tsx'
import { localStart, periodName } from './periods.ts'
import { countedOf } from './usageTable.ts'
import { markTexts, usageText } from './usageTexts.ts'

interface Props {
  meter: Meter
  unit: string
  period: CalendarPeriod
  /** When the period begins. */
  from: string
  onClose: () => void
}

/** What a usage follows from: both indices with their photographs, and the parts that are added up. */
export function ProofDialog({ meter, unit, period, from, onClose }: Props) {
  const query = useQuery(usageProofQuery(meter.id, period, from.slice(0, 'YYYY-MM-DD'.length)))
  const row = query.data?.find((each) => localStart(each.from) === localStart(from))
  return (
    <Dialog title={`${meter.name} ${periodName(period, from)}の使用量`} opened onClose={onClose} width={720}>
      {row ? (
        <Proof meter={meter} unit={unit} row={row} />
      ) : query.isPending ? (
        <RowSkeletons count={4} height={64} />
      ) : query.error ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <EmptyState text="この期間の使用量はありません。" />
      )}
    </Dialog>
  )
}

const markNotes: Record<UsageRow['mark'], string> = {
  exact: '期間の始めと終わりに読み取った指示値の差です。',
  interpolated: '期間の境目の指示値を、前後の測定値から推計しています。',
  estimated: '期間の境目の指示値に、認定した値を使っています。',
  unknown:
    '期間の始めか終わりの指示値が分からないため、使用量を計算できません。境目の前後45日以内の測定値か、認定が必要です。',
}

function Proof({ meter, unit, row }: Pick<Props, 'meter' | 'unit'> & { row: UsageRow }) {
  const now = useCurrentMinute()
  const counted = countedOf(toPeriodUsage(row), now)
  const cell = { ...counted, unknown: 0, isFuture: false }
  const decimals = usageDecimals(meter)
  const marks = markTexts(cell)
  const end = row.end ?? row.so_far?.end ?? null
  return (
    <div className={classes.proof}>
      <p className={classes.usage}>
        <span className={classes.value}>{usageText(cell, { decimals })}</span>
        {cell.usage !== null && <span>{unit}</span>}
        {marks.length > 0 && <span className={classes.quiet}>{marks.join('・')}</span>}
      </p>
      <p className={classes.quiet}>{markNotes[counted.mark]}</p>
      <div className={classes.indices}>
        <ProofIndex title="期間の始め" meter={meter} unit={unit} at={row.from} index={row.start ?? null} />
        <ProofIndex
          title={row.end === null && end !== null ? '最後の測定' : '期間の終わり'}
          meter={meter}
          unit={unit}
          at={end?.at ?? row.to}
          index={end}
        />
      </div>
      {row.segments !== undefined && row.segments.length > 0 && (
        <Segments segments={row.segments} meter={meter} unit={unit} />
      )}
    </div>
  )
}

interface SegmentsProps {
  segments: NonNullable<UsageRow['segments']>
  meter: Meter
  unit: string
}

function Segments({ segments, meter, unit }: SegmentsProps) {
  const zone = use(TimeZone)
  const time = (at: string) => formatFullTime(Date.parse(at), zone).slice(0, -':00'.length)
  const decimals = usageDecimals(meter)
  return (
    <div className={classes.segments}>
      <Table aria-label="計算の内訳" fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>区間</Table.Th>
            <Table.Th ta="right">指示値</Table.Th>
            <Table.Th ta="right" className="nowrap">
              倍率
            </Table.Th>
            <Table.Th ta="right">使用量（{unit}）</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {segments.map(({ start, end, multiplier, usage }) => (
            <Table.Tr key={start.at}>
              <Table.Td>
                {time(start.at)} 〜 {time(end.at)}
              </Table.Td>
              <Table.Td ta="right" className="tabular-nums">
                {formatNumber(start.value, meter.decimal_point)} →{' '}
                {formatNumber(end.value, meter.decimal_point)}
              </Table.Td>
              <Table.Td ta="right" className="tabular-nums nowrap">
                ×{formatNumber(multiplier, null)}
              </Table.Td>
              <Table.Td ta="right" className="tabular-nums">
                {usageText({ usage: decimal(usage), isFuture: false }, { decimals })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
