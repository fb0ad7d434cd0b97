import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Reading } from '../../../contract/readings.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { EffectNote } from './EffectNote.tsx'

/** The readings of a meter: how many, and the newest ones as examples. */
export interface Earlier {
  count: number
  newest: Reading[]
}

/** What a meter's settings make of its readings. */
export interface Display {
  unit: string
  decimals: number | null
  /** Whether usage is computed. */
  isCounted: boolean
}

interface Props {
  query: UseQueryOptions<Earlier, Error, Earlier, (string | number)[]>
  /** Saved. */
  before: Display
  /** Edited. */
  after: Display
}

/**
 * Says before saving what a changed unit or number of decimals does to the readings that are there, and
 * whether their usage is computed from then on.
 */
export function EarlierReadings({ query, before, after }: Props) {
  const { online } = useNetwork()
  const isShownOtherwise = before.unit !== after.unit || before.decimals !== after.decimals
  const isCountedOtherwise = before.isCounted !== after.isCounted
  const isChanged = isShownOtherwise || isCountedOtherwise
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isChanged })
  if (!isChanged || data?.count === 0) return null
  if (data) {
    return (
      <EffectNote>
        {isShownOtherwise && <p>{displayText(data, before, after)}</p>}
        {isCountedOtherwise && <p>{consumptionText(data, after)}</p>}
      </EffectNote>
    )
  }
  return (
    <EffectNote>
      {!online ? (
        'オフラインのため、登録済みの測定値の件数を表示できません。登録済みの測定値の表示と使用量も変わります。'
      ) : error && !isFetching ? (
        <>
          登録済みの測定値を数えられませんでした。{' '}
          <Button variant="default" size="compact-md" onClick={() => void refetch()}>
            再試行
          </Button>
        </>
      ) : (
        '登録済みの測定値を数えています…'
      )}
    </EffectNote>
  )
}

const written = (value: number, { unit, decimals }: Display) =>
  `${formatNumber(value, decimals)} ${unit}`.trimEnd()

function displayText({ count, newest }: Earlier, before: Display, after: Display): string {
  const changed = newest.find(
    ({ value }) => value !== null && written(value, before) !== written(value, after),
  )?.value
  const example = changed == null ? '' : `: ${written(changed, before)} → ${written(changed, after)}`
  return `登録済みの測定値 ${formatNumber(count, 0)}件の表示が変わります${example}。保存されている数値は換算しません。`
}

const consumptionText = ({ count }: Earlier, { isCounted }: Display): string =>
  `登録済みの測定値 ${formatNumber(count, 0)}件の使用量${isCounted ? 'を計算するように' : 'は計算しなく'}なります。測定値は変わりません。`
