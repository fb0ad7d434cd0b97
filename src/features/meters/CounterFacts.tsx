import { lazy, Suspense } from 'react'
import type { Meter } from '../../../contract/meters.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { rateText, usualText } from '../../lib/readings/consumptionTexts.ts'
import { Fact } from '../../ui/text/Fact.tsx'
import { Replacements } from './Replacements.tsx'
import { TermsHistory } from './terms/TermsHistory.tsx'

/** Lazy: the details of a meter are opened by inspectors, too. */
const AllocationRules = lazy(async () => ({
  default: (await import('./allocations/AllocationRules.tsx')).AllocationRules,
}))

interface Props {
  meter: Meter
  unit: string
}

/** How a cumulative meter counts. */
export function CounterFacts({ meter, unit }: Props) {
  const { rate, multiplier, decimal_point: decimals } = meter
  return (
    <>
      <Fact label="倍率">{formatNumber(multiplier, null)}</Fact>
      <TermsHistory meter={meter} unit={unit} />
      <Fact label="ふだんの増え方">
        {rate
          ? `${usualText(rate, decimals, unit)}（多い日 ${rateText(rate.greatest, decimals, unit)}）`
          : '直近90日の測定値が足りません'}
      </Fact>
      <Suspense>
        <AllocationRules meter={meter} />
      </Suspense>
      <Replacements meter={meter} unit={unit} />
    </>
  )
}
