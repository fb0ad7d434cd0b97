import { useQuery } from '@tanstack/react-query'
import { devicesQuery } from '../../../lib/queries/devices.ts'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'

/** The router or repeater that a device reports through. */
export function ParentLink({ id }: { id: number }) {
  const { data: devices } = useQuery(devicesQuery)
  return (
    <ScreenLink route="/devices/$id" params={{ id: String(id) }}>
      {devices?.find((device) => device.id === id)?.name ?? `端末 ${id}`}
    </ScreenLink>
  )
}
