import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { type ChangedNoun, changedNouns } from '../../../contract/events.ts'
import { accountKeys } from '../queries/account.ts'
import { alertKeys } from '../queries/alerts.ts'
import { auditKeys } from '../queries/auditKeys.ts'
import { categoryKeys } from '../queries/categories.ts'
import { closingKeys } from '../queries/closings/closingKeys.ts'
import { costBearerKeys } from '../queries/costBearerKeys.ts'
import { deviceKeys } from '../queries/devices.ts'
import { groupKeys } from '../queries/groups.ts'
import { inspectionKeys } from '../queries/inspections.ts'
import { mapKeys } from '../queries/maps/mapKeys.ts'
import { meterKeys } from '../queries/meters.ts'
import { isStill } from '../queries/pagedList.ts'
import { metersOfReadings, readingKeys } from '../queries/readings.ts'
import { reviewKeys } from '../queries/review/reviewKeys.ts'
import { roundKeys } from '../queries/rounds.ts'
import { unitKeys } from '../queries/units.ts'
import { userKeys } from '../queries/userKeys.ts'
import type { Change } from './eventStream.ts'

const readings: readonly QueryKey[] = [
  readingKeys.lists,
  readingKeys.newer,
  readingKeys.series,
  readingKeys.ones,
  readingKeys.changes,
  readingKeys.neighbours,
  readingKeys.valuesAround,
]

/**
 * Queries that contain a noun: a reading is also a meter’s latest value; a meter’s name and range are part of its
 * readings.
 */
const shownBy: Record<ChangedNoun, readonly QueryKey[]> = {
  readings: [...readings, meterKeys.all, deviceKeys.pictures, roundKeys.all, reviewKeys.count],
  // A reading's history has its alert's comments.
  alerts: [alertKeys.all, readingKeys.changes],
  meters: [
    meterKeys.all,
    ...readings,
    roundKeys.all,
    alertKeys.all,
    auditKeys.ofNoun('meter'),
    categoryKeys.usage,
    unitKeys.usage,
  ],
  // A meter’s device says whether it is read by phone.
  devices: [deviceKeys.all, roundKeys.all, deviceKeys.errorLists, meterKeys.all, auditKeys.ofNoun('device')],
  groups: [groupKeys.all],
  inspections: [inspectionKeys.all, roundKeys.all],
  'cost-bearers': [costBearerKeys.all],
  // An estimate is also shown by the meter's list of them.
  closings: [closingKeys.all, meterKeys.estimates, reviewKeys.count],
  rounds: [roundKeys.all],
  maps: [mapKeys.all, auditKeys.ofNoun('map')],
  users: [userKeys.all, auditKeys.ofNoun('user')],
  organization: [accountKeys.all],
}

const isOf = (keys: readonly QueryKey[], { queryKey }: Query): boolean =>
  keys.some((key) => key.every((part, index) => queryKey[index] === part))

export const allChanges: readonly Change[] = changedNouns.map((noun) => ({ noun }))

function isTouched(query: Query, { noun, meter_ids: changed }: Change): boolean {
  if (!isOf(shownBy[noun], query)) return false
  const shown = noun === 'readings' ? metersOfReadings(query.queryKey) : null
  return changed === undefined || shown === null || shown.some((id) => changed.includes(id))
}

interface Options {
  /** Milliseconds: largest random delay before refetching, so that browsers do not all do it at once. */
  spread?: number
  /** Milliseconds: least time between two refetches. */
  rest?: number
}

/** Milliseconds: after this the next refetch does not wait for a pending one. */
const timeout = 10_000

/** Refetches what changed, in sequence, with changes merged. */
export function createInvalidation(client: QueryClient, { spread = 300, rest = 1500 }: Options = {}) {
  let waiting: Change[] = []
  let running = false
  const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

  async function run(): Promise<void> {
    running = true
    await pause(Math.random() * spread)
    while (waiting.length > 0) {
      const changes = waiting
      waiting = []
      const asked = invalidate(client, changes)
      await Promise.race([asked, pause(timeout)])
      await pause(rest)
    }
    running = false
  }

  return (changes: readonly Change[]): void => {
    waiting = merged([...waiting, ...changes])
    if (!running) void run()
  }
}

/** Merged by noun. */
function merged(changes: readonly Change[]): Change[] {
  const byNoun = new Map<ChangedNoun, Change>()
  for (const { noun, meter_ids } of changes) {
    const before = byNoun.get(noun)
    const known = before === undefined ? [] : before.meter_ids
    const all = known && meter_ids && [...new Set([...known, ...meter_ids])]
    byNoun.set(noun, all === undefined ? { noun } : { noun, meter_ids: all })
  }
  return [...byNoun.values()]
}

/** Inactive queries are refetched when next used. `restart`: also cancels pending fetches, which may be outdated. */
export async function invalidate(
  client: QueryClient,
  changes: readonly Change[],
  { restart = true } = {},
): Promise<void> {
  const predicate = (query: Query) =>
    changes.some((change) => isTouched(query, change)) && !(query.isActive() && isStill(query))
  // TanStack Query goes on with a first fetch, which may answer with what was before the change.
  const first = restart ? client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }) : []
  const unanswered = new Set(first.filter(({ state }) => state.data === undefined))
  await client.invalidateQueries({ predicate }, { cancelRefetch: restart })
  if (unanswered.size > 0) await client.invalidateQueries({ predicate: (query) => unanswered.has(query) })
}
