import { deviceType } from '../../../contract/devices.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { queryClient } from '../../lib/query.ts'

/**
 * Lets the worker keep the reference pictures of the meters that are read by phone, so that the capture screen
 * shows them without signal. One after the other; what is kept already costs no network.
 */
export async function keepReferences(): Promise<void> {
  await navigator.serviceWorker?.ready
  if (!navigator.serviceWorker?.controller || !navigator.onLine) return
  const meters = await queryClient.query({ ...metersQuery, staleTime: 'static' })
  for (const meter of meters) {
    if (meter.device?.type === deviceType.mobile && meter.thumbnail !== null) await fetch(meter.thumbnail)
  }
}
