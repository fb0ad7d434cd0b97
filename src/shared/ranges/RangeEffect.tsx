import { Button } from '@mantine/core'
import { useDebouncedValue, useNetwork } from '@mantine/hooks'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isInverted, type Range } from '../../../contract/values/ranges.ts'
import { EffectNote } from '../readings/EffectNote.tsx'
import { type Bounds, numbersOf } from './bounds.ts'
import { type Effect, rangeEffectText } from './rangeEffectText.ts'

export type RangeEffectQuery = UseQueryOptions<Effect, Error, Effect, (string | number | null)[]>

interface Props {
  /** Query: readings whose judgement would change with another range. */
  effectOf: (range: Range) => RangeEffectQuery
  /** Saved. */
  before: Bounds
  /** Edited. */
  bounds: Bounds
}

/** Debounce in milliseconds. */
const debounceMs = 400

/** What an unsaved range would change: judgements of the last 30 days, and the alert that is occurring. */
export function RangeEffect({ effectOf, before, bounds }: Props) {
  const { online } = useNetwork()
  const { start, end } = numbersOf(bounds)
  const isWhole = !bounds.on || (start !== null && end !== null && !isInverted({ start, end }))
  const kept = numbersOf(before)
  const isChanged = isWhole && (start !== kept.start || end !== kept.end)
  const [asked] = useDebouncedValue(isChanged ? `${start} ${end}` : null, debounceMs)
  const isCurrent = isChanged && asked === `${start} ${end}`
  const { data, error, isFetching, refetch } = useQuery({
    ...effectOf({ start, end }),
    enabled: isCurrent,
  })
  const note = useRef<HTMLDivElement>(null)
  const isCounted = data !== undefined && isCurrent
  // Below the fields it would be behind a phone's buttons, which save without its having been seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has become longer when the readings are counted
  useEffect(() => {
    if (isChanged) note.current?.scrollIntoView({ block: 'nearest' })
  }, [isChanged, isCounted])
  if (!isChanged) return null
  return (
    <EffectNote ref={note}>
      {isCounted ? (
        rangeEffectText(data)
      ) : !online ? (
        'オフラインのため、判定が変わる測定値の件数を表示できません。'
      ) : error && isCurrent && !isFetching ? (
        <>
          判定が変わる測定値を数えられませんでした。{' '}
          <Button variant="default" size="compact-md" onClick={() => void refetch()}>
            再試行
          </Button>
        </>
      ) : (
        '判定が変わる測定値を数えています…'
      )}
    </EffectNote>
  )
}
