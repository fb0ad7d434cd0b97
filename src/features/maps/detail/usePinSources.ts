import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devicesQuery } from '../../../lib/queries/devices.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import type { PinSources } from './pinFacts.ts'

/** What the states of pins follow from; undefined until devices and meters are here. */
export function usePinSources() {
  const devices = useQuery(devicesQuery)
  const meters = useQuery(metersQuery)
  const { units, categories } = useMasters('units', 'categories')
  const sources = useMemo<PinSources | undefined>(
    () => devices.data && meters.data && { devices: devices.data, meters: meters.data, units, categories },
    [devices.data, meters.data, units, categories],
  )
  return {
    sources,
    units,
    categories,
    error: devices.error ?? meters.error,
    fetchedAt: Math.min(devices.dataUpdatedAt, meters.dataUpdatedAt),
    retry: () => {
      for (const { error, refetch } of [devices, meters]) if (error) void refetch()
    },
  }
}
