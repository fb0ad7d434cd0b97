import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { amendedCaptures, withdrawnReadings, withdrawnSkips } from '../../../offline/amendments.ts'
import { isSkip, ownerOf } from '../../../offline/rows.ts'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { fromWallClock, toWallClock } from '../../ui/text/localTime.ts'
import { grace } from '../held/held.ts'
import { useOutboxRows } from '../held/outboxRows.ts'
import { useAccount } from '../queries/account.ts'
import { inspectionsQuery } from '../queries/inspections.ts'
import { metersQuery } from '../queries/meters.ts'
import { roundsQuery } from '../queries/rounds.ts'
import { type Walk, walkOf } from './walk.ts'

const day = 86_400_000

/** The present round of each inspection group with meters read by phone; undefined: not known yet. */
export function useWalks(): readonly Walk[] | undefined {
  const { organization } = useAccount()
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const rows = useOutboxRows()
  const { data: meters } = useQuery(metersQuery)
  const { data: inspections } = useQuery(inspectionsQuery)
  const { data: rounds, dataUpdatedAt: fetchedAt } = useQuery(roundsQuery)
  return useMemo(() => {
    if (!meters || !inspections) return undefined
    const captures = amendedCaptures(rows).filter((row) => ownerOf(row).organizationId === organization.id)
    const takenBack = {
      withdrawn: withdrawnSkips(rows),
      withdrawnReadings: withdrawnReadings(rows, fetchedAt - grace),
    }
    const skips = rows.filter(isSkip).filter(({ owner }) => owner.organizationId === organization.id)
    const wall = toWallClock(now, zone)
    const midnight = fromWallClock(wall - (wall % day), zone)
    return inspections
      .map((inspection) => {
        const round = rounds?.find(({ inspection_id }) => inspection_id === inspection.id)
        const known = { round, fetchedAt, midnight, now, ...takenBack }
        return walkOf(inspection, meters, captures, skips, known)
      })
      .filter(({ stops }) => stops.length > 0)
  }, [rows, organization.id, meters, inspections, rounds, fetchedAt, now, zone])
}

/** The round of one inspection group; undefined: not known yet, null: it has no meters read by phone. */
export function useWalk(inspectionId: number | null): Walk | null | undefined {
  const walks = useWalks()
  return walks && (walks.find((walk) => walk.inspectionId === inspectionId) ?? null)
}
