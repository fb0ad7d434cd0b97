import { Button } from '@mantine/core'
import { useDebouncedValue, useNetwork } from '@mantine/hooks'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Data } from '../../../contract/calls/endpoint.ts'
import { type meterEndpoints, rangeEffectLimit } from '../../../contract/meters.ts'
import { isInverted, type Range } from '../../../contract/values/ranges.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { EffectNote } from '../readings/EffectNote.tsx'
import { type Bounds, numbersOf } from './bounds.ts'

type Effect = Data<typeof meterEndpoints.rangeEffect>

interface Props {
  /** Query: readings whose judgement would change with another range. */
  effectOf: (range: Range) => UseQueryOptions<Effect, Error, Effect, (string | number | null)[]>
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
        `${effectText(data)}${data.ends_alert ? '発生中のアラートは終了し、「過去」に移ります。' : ''}`
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

function effectText({ readings, to_abnormal: abnormal, to_normal: normal }: Effect): string {
  if (readings === 0) return '直近30日の測定値はありません。'
  const parts = [
    abnormal > 0 && `${formatNumber(abnormal, 0)}件が正常から異常に`,
    normal > 0 && `${formatNumber(normal, 0)}件が異常から正常に`,
  ].filter((part) => part !== false)
  const newest = readings >= rangeEffectLimit ? '新しい' : ''
  const among = `直近30日の${newest}測定値${formatNumber(readings, 0)}件`
  if (parts.length === 0) return `${among}の判定は変わりません。`
  return `保存すると、${among}のうち、${parts.join('、')}変わります。`
}
