import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import type { RoundParts } from './Capture.tsx'
import { CaptureFrame } from './CaptureFrame.tsx'
import { LiveCapture } from './camera/LiveCapture.tsx'
import { watchServerReturn } from './outbox/serverReturn.ts'

interface Props {
  meterId: number
  /** A picture that another app shared, taken instead of a photograph. */
  shared?: string | undefined
  round?: RoundParts
}

/** Photographs one meter, from data kept on the device: opens offline. */
export function CaptureScreen({ meterId, shared, round }: Props) {
  const account = useAccount()
  const meters = useQuery(metersQuery)
  const categories = useQuery(categoriesQuery)
  const { units, groups, inspections } = useMasters('units', 'groups', 'inspections')
  const meter = meters.data?.find((each) => each.id === meterId)
  const category = categories.data?.find((each) => each.id === meter?.meter_category_id)
  const failed = meters.error ?? categories.error
  const refetch = useEffectEvent(() => {
    void meters.refetch()
    void categories.refetch()
  })
  const misses = failed !== null && !(meters.data && categories.data)
  // Nobody may have to press here when the line is back.
  useEffect(() => {
    if (!misses) return
    const { lost, found } = watchServerReturn(() => refetch())
    lost()
    return found
  }, [misses])

  if (meter && category && meters.data) {
    const location = [nameIn(groups, meter.meter_group_id), nameIn(inspections, meter.inspection_id)]
    return (
      <LiveCapture
        account={account}
        shared={shared}
        meter={meter}
        fetchedAt={meters.dataUpdatedAt}
        category={category}
        unit={nameIn(units, meter.meter_unit_id) ?? ''}
        contact={inspections.find(({ id }) => id === meter.inspection_id)?.contact ?? ''}
        round={round}
        location={location.filter((name) => name !== undefined).join(' / ')}
      />
    )
  }
  if (meters.data && !meter) {
    return (
      <CaptureFrame title="撮影">
        <EmptyState
          title="メーターが見つかりません"
          text="メーター一覧から選び直してください。"
          action={<ButtonLink to="/meters">メーター一覧へ</ButtonLink>}
        />
      </CaptureFrame>
    )
  }
  return (
    <CaptureFrame title="撮影">
      {failed ? (
        <ErrorState
          error={failed}
          retry={() => {
            void meters.refetch()
            void categories.refetch()
          }}
        />
      ) : (
        <RowSkeletons count={3} height={96} />
      )}
    </CaptureFrame>
  )
}
