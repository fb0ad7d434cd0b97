import type { ReactNode } from 'react'
import { formatNumber } from '../../../text/formatNumber.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatDifference } from '../../ui/text/formatDifference.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { StatusPill, type Tone } from '../../ui/text/StatusPill.tsx'
import classes from './Board.module.css'
import { type BoardMeter, changesWithin, stateNames } from './boardRows.ts'

const tones: Record<BoardMeter['state'], Tone> = {
  missing: 'waiting',
  review: 'pressing',
  estimated: 'waiting',
  confirmed: 'normal',
  closed: 'normal',
  corrected: 'pressing',
}

export const StatePill = ({ row }: { row: BoardMeter }) => (
  <StatusPill tone={tones[row.state]}>
    {stateNames[row.state]}
    {row.closed_as !== null && row.closed_as !== 'confirmed' && `（${stateNames[row.closed_as]}）`}
  </StatusPill>
)

/** 331.5 kWh, or 不明. */
const usageText = ({ usage, unit, decimals }: BoardMeter) =>
  usage === null ? '不明' : `${formatNumber(usage, decimals)} ${unit}`.trimEnd()

/** What its usage is to be read with. */
const usageNotes = (row: BoardMeter): string[] => {
  const { adjustment, mark, decimals, days } = row
  return [
    ...(mark === 'estimated' ? ['認定'] : []),
    ...changesWithin(row),
    ...(adjustment === 0 ? [] : [`前月までの調整 ${formatDifference(adjustment, decimals)} を含む`]),
    ...(days === null ? [] : [`${formatNumber(days, null)}日間`]),
  ]
}

export const UsageLines = ({ row }: { row: BoardMeter }) => (
  <span className={`${classes.lines} ${classes.end}`}>
    <strong>{usageText(row)}</strong>
    {usageNotes(row).map((note) => (
      <span key={note} className={classes.quiet}>
        {note}
      </span>
    ))}
  </span>
)

export function IndexLines({ row, index }: { row: BoardMeter; index: BoardMeter['end'] }) {
  if (index === null) return <span className={classes.quiet}>なし</span>
  return (
    <span className={`${classes.lines} ${classes.end}`}>
      {formatNumber(index.value, row.meter?.decimal_point ?? null)}
      <span className={classes.quiet}>
        <PlainTime time={index.at} />
      </span>
    </span>
  )
}

/** Why a meter is not ready, which checks it fails, and what changed since it was closed. */
export function remarksOf(row: BoardMeter): string[] {
  const { state, end, difference, decimals, unit, uncomparedText } = row
  const failed = uncomparedText === null ? row.checkTexts : [...row.checkTexts, uncomparedText]
  if (state === 'missing') return ['締め日時の前後に測定値がありません', ...failed]
  if (state === 'review')
    return [
      end === null
        ? '確認されていない測定値があります'
        : '使用量を計算できません（前回の検針、交換前の値、倍率の変更を確認してください）',
      ...failed,
    ]
  if (state !== 'corrected') return failed
  const change =
    difference === null
      ? '締めた後に変わりました。差は不明です'
      : `締めた後の差 ${formatDifference(difference, decimals)} ${unit}`.trimEnd()
  return [change, ...failed]
}

export const Remarks = ({ row }: { row: BoardMeter }) => (
  <span className={classes.lines}>
    {remarksOf(row).map((text) => (
      <span key={text}>{text}</span>
    ))}
  </span>
)

interface Options {
  isClosed: boolean
  /** The field for a reason, or the reason; null: none is needed. */
  reason: (row: BoardMeter) => ReactNode
  repairs: (row: BoardMeter) => ReactNode
}

const stateOrder = Object.keys(stateNames)

export const boardColumns = ({ isClosed, reason, repairs }: Options): Column<BoardMeter>[] => [
  {
    key: 'name',
    title: 'メーター名',
    heading: true,
    fixed: true,
    stays: true,
    sort: 'text',
    text: ({ name }) => name,
    searched: ({ meter }) => meter?.code ?? '',
    cell: ({ name, meter }) => (
      <span className={classes.lines}>
        <span className="break-anywhere">{name}</span>
        {meter?.code && <span className={classes.quiet}>{meter.code}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    title: '状態',
    noWrap: true,
    sort: 'text',
    sortBy: ({ state }) => stateOrder.indexOf(state),
    text: ({ state }) => stateNames[state],
    cell: (row) => <StatePill row={row} />,
  },
  {
    key: 'usage',
    title: '使用量',
    align: 'right',
    noWrap: true,
    sort: 'number',
    sortBy: ({ usage }) => usage,
    text: usageText,
    cell: (row) => <UsageLines row={row} />,
  },
  {
    key: 'start',
    title: '前回の検針',
    align: 'right',
    noWrap: true,
    broad: true,
    cell: (row) => <IndexLines row={row} index={row.start} />,
  },
  {
    key: 'end',
    title: '今回の検針',
    align: 'right',
    noWrap: true,
    cell: (row) => <IndexLines row={row} index={row.end} />,
  },
  {
    key: 'remarks',
    title: '確認すること',
    text: (row) => remarksOf(row).join('、'),
    cell: (row) => <Remarks row={row} />,
  },
  { key: 'reason', title: isClosed ? '締めた理由' : '締める理由', cell: reason },
  {
    key: 'actions',
    title: '操作',
    fixed: true,
    pinned: true,
    width: isClosed ? '11rem' : '17rem',
    cell: repairs,
  },
]
