import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type Device, deviceStatus } from '../../../contract/devices.ts'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import type { ShownRound } from '../held/heldRound.ts'
import { occurringAlertsQuery } from '../queries/alerts.ts'
import { devicesQuery } from '../queries/devices.ts'
import { roundsQuery } from '../queries/rounds.ts'
import { isLate } from '../rounds/roundState.ts'
import { useRounds } from '../rounds/useRounds.ts'

/** The present rounds that are due and not done. */
export function useLateRounds(): ShownRound[] {
  const { rounds = [] } = useRounds()
  const now = useCurrentMinute()
  return rounds.filter((round) => isLate(round, now))
}

const isInTrouble = ({ outage, status }: Device) =>
  outage !== null || status === deviceStatus.error || status === deviceStatus.communicationError

/** The devices that are silent or report an error. */
export function useDeviceTroubles(): Device[] {
  const { data: devices = [] } = useQuery(devicesQuery)
  return devices.filter(isInTrouble)
}

/** Names each device in trouble and each late round; another outage or another due time is another one. */
export function troublesOf(client: QueryClient, now: number): string[] {
  const devices = client.getQueryData(devicesQuery.queryKey)?.filter(isInTrouble) ?? []
  const rounds = client.getQueryData(roundsQuery.queryKey)?.filter((round) => isLate(round, now)) ?? []
  return [
    ...devices.map(({ id, outage, status }) => `device ${id} ${outage?.since ?? status}`),
    ...rounds.map(({ inspection_id: id, due_at: due }) => `round ${id} ${due}`),
  ]
}

/** How much needs somebody: alerts of meters, devices in trouble and late rounds. */
interface OpenAlerts {
  count: number
  /** Of these, devices. */
  devices: number
  /** Of these, late rounds. */
  late: number
}

/** Undefined: not known yet. */
export function useOpenAlerts(): OpenAlerts | undefined {
  const { data } = useQuery(occurringAlertsQuery)
  const devices = useDeviceTroubles().length
  const late = useLateRounds().length
  return data && { count: data.count + devices + late, devices, late }
}
