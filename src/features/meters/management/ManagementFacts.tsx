import { useQuery } from '@tanstack/react-query'
import type { Meter } from '../../../../contract/meters.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { roundingNames } from '../../../shared/meters/roundingNames.ts'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import { Fact } from '../../../ui/text/Fact.tsx'
import { VerificationDay } from './VerificationDay.tsx'

/** How the office manages a meter; what is not registered is left out. */
export function ManagementFacts({ meter }: { meter: Meter }) {
  const { meters } = useMasters('meters')
  const { data: bearers = [] } = useQuery({ ...costBearersQuery, enabled: meter.cost_bearer_id !== null })
  const parent = meters.find(({ id }) => id === meter.parent_meter_id)
  const bearer = nameIn(bearers, meter.cost_bearer_id)
  return (
    <>
      {meter.code !== null && <Fact label="管理番号">{meter.code}</Fact>}
      {parent && (
        <Fact label="親メーター">
          <ScreenLink route="/meters/$id" params={{ id: String(parent.id) }}>
            {parent.name}
          </ScreenLink>
        </Fact>
      )}
      {bearer !== undefined && <Fact label="負担先">{bearer}</Fact>}
      {meter.customer_number !== '' && <Fact label="お客様番号">{meter.customer_number}</Fact>}
      {meter.verification_expires_on !== null && (
        <Fact label="検定有効期限">
          <VerificationDay day={meter.verification_expires_on} />
        </Fact>
      )}
      {meter.is_cumulative && meter.rounding !== 'none' && (
        <Fact label="指針の丸め">{roundingNames[meter.rounding]}</Fact>
      )}
    </>
  )
}
