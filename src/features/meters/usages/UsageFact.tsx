import { Skeleton } from '@mantine/core'
import type { Meter } from '../../../../contract/meters.ts'
import { type KnownMonths, monthsUntil } from '../../../../contract/usage/monthSoFar.ts'
import { useKnownHere } from '../../../lib/held/heldReplacements.ts'
import { useLatestMonths } from '../../../lib/usages/useKnownMonths.ts'
import { MonthUsages } from '../../../shared/usages/MonthUsages.tsx'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { correctedNow } from '../../../ui/text/currentMinute.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import classes from '../MeterFacts.module.css'

interface Props {
  meter: Meter
  unit: string
}

/** 使用量: of last month and this month, and the way to the other months. */
export function UsageFact({ meter, unit }: Props) {
  const { months, error, dataUpdatedAt, refetch } = useLatestMonths(useKnownHere()(meter))
  const retry = () => void refetch()
  return (
    <Fact label="使用量">
      {error &&
        (months ? (
          <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />
        ) : (
          <ErrorState error={error} retry={retry} />
        ))}
      <span className={classes.last}>
        {months ? (
          isAnyKnown(months) ? (
            <span>
              <MonthUsages months={months} meter={meter} unit={unit} />
            </span>
          ) : (
            '先月と今月の使用量を計算できる測定値がありません'
          )
        ) : (
          !error && <Skeleton height={24} width="16em" aria-label="読み込み中" role="status" />
        )}
        <ScreenLink route="/usage" search={{ view: 'year', text: meter.name, chart: `m${meter.id}` }}>
          月ごとの使用量
        </ScreenLink>
      </span>
    </Fact>
  )
}

function isAnyKnown(months: KnownMonths): boolean {
  const { previous, current } = monthsUntil(months, correctedNow())
  return previous !== null || current !== null
}
