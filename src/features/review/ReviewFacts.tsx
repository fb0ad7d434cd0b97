import { List, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { formatNumber, formatRange } from '../../../text/formatNumber.ts'
import { readingNotes } from '../../lib/readings/readingNotes.ts'
import { ValueText } from '../../shared/readings/ValueText.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { differenceOf } from './differenceOf.ts'
import classes from './Review.module.css'

interface Props {
  item: ReviewItem
  /** The value as it is edited; null: none. */
  draft: number | null
  unit: string | undefined
  meter: Meter | undefined
}

/** What a value is compared with before a person confirms it. */
export function ReviewFacts({ item, draft, unit, meter }: Props) {
  const { reading, previous, usual } = item
  const decimals = reading.meter.decimal_point
  const written = (value: number) => `${formatNumber(value, decimals)} ${unit ?? ''}`.trimEnd()
  const difference = differenceOf(reading, previous, draft, meter)
  const notes = readingNotes(reading, null, written)
  const facts: [label: string, fact: ReactNode][] = [
    [
      '読取値',
      item.is_blind ? '入力のあとに表示' : reading.read_value === null ? '—' : written(reading.read_value),
    ],
    ['測定日時', <PlainTime key="time" time={reading.created_at} />],
    [
      '前回',
      previous === null ? (
        '—'
      ) : (
        <>
          <ValueText value={previous.value} unit={unit} decimals={decimals} size="inherit" />{' '}
          <Text span c="dimmed" inherit>
            <PlainTime time={previous.created_at} />
          </Text>
        </>
      ),
    ],
    ['前回との差', difference === null ? '—' : written(difference.amount)],
    ['1日あたり', difference?.perDay == null ? '—' : written(difference.perDay)],
    [
      usual?.per_day ? 'ふだんの1日' : 'ふだんの値',
      usual === null ? '—' : `${formatRange(usual.low, usual.high, decimals)} ${unit ?? ''}`.trimEnd(),
    ],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {item.is_blind && (
        <Text size="sm">読取の精度を確かめる測定値です。写真に見える値を入力すると、読取値と比べます。</Text>
      )}
      {notes.length > 0 && (
        <List size="sm" aria-label="読取の理由">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </>
  )
}
