import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { type ChangedNoun, changedNouns, changedSchema } from '../../contract/events.ts'
import type { Log } from '../log.ts'
import type { CountsChannel } from '../shared-counts.ts'

/** What changed, and in which meters where they are few. */
export type Change = z.infer<typeof changedSchema>

/** Publishes changes of organizations, whichever server made them, and what servers tell one another of their counts. */
export interface ChangeFeed extends CountsChannel {
  /** Returns the unsubscribe function. */
  subscribe(organizationId: number, listener: (change: Change) => void): () => void
  /** What changed in the last so many milliseconds; null where that is not known. */
  changedWithin(organizationId: number, milliseconds: number): ChangedNoun[] | null
  /** Called when a session was ended or moved to another organization. */
  onSessionEnd(listener: (sessionId: number) => void): void
  close(): Promise<void>
}

/** The triggers of the database send to it, and `server/features/events/notify.ts`. */
export const changesChannel = 'kenshin_changes'
/** Sent by servers. */
const countsChannel = 'kenshin_counts'
const noticeSchema = z.union([
  z.object({ ...changedSchema.shape, organization_id: z.int() }),
  z.object({ ended_session_id: z.int() }),
])

/** Milliseconds in which changes of a noun are merged. */
const batchWindow = 200
const maxMeters = 20

type PendingChanges = Map<ChangedNoun, Set<number> | null>

/** Listens on a connection of its own; after it was lost, everything counts as changed. */
export async function listenForChanges(databaseUrl: string, log: Log): Promise<ChangeFeed> {
  const subscribers = new Map<number, Set<(change: Change) => void>>()
  const sessionSubscribers = new Set<(sessionId: number) => void>()
  const countsSubscribers = new Set<(payload: string) => void>()
  const pending = new Map<number, PendingChanges>()
  /** When each noun of an organization changed last, by `performance.now()`. */
  const latest = new Map<number, Map<ChangedNoun, number>>()
  /** Since when no change was missed; null while disconnected. */
  let listeningSince: number | null = null
  const closing = new AbortController()
  let client: pg.Client | null = null

  function notify(organizationId: number, gathered: PendingChanges): void {
    for (const [noun, meters] of gathered) {
      const change: Change = meters === null ? { noun } : { noun, meter_ids: [...meters] }
      for (const listener of subscribers.get(organizationId) ?? []) listener(change)
    }
  }

  function add(organizationId: number, { noun, meter_ids }: Change): void {
    const times = latest.get(organizationId) ?? new Map<ChangedNoun, number>()
    latest.set(organizationId, times.set(noun, performance.now()))
    if (!subscribers.has(organizationId)) return
    let gathered = pending.get(organizationId)
    if (gathered === undefined) {
      const first: PendingChanges = new Map()
      gathered = first
      pending.set(organizationId, first)
      setTimeout(() => {
        pending.delete(organizationId)
        notify(organizationId, first)
      }, batchWindow)
    }
    const before = gathered.get(noun)
    const all = new Set([...(before ?? []), ...(meter_ids ?? [])])
    const named = meter_ids !== undefined && before !== null && all.size <= maxMeters
    gathered.set(noun, named ? all : null)
  }

  function receive(payload: string | undefined): void {
    const notification = noticeSchema.safeParse(parseJson(payload))
    if (!notification.success) {
      log.warn({ payload }, 'a notification of a change that is none')
      return
    }
    if ('ended_session_id' in notification.data) {
      for (const listener of sessionSubscribers) listener(notification.data.ended_session_id)
      return
    }
    const { organization_id, ...change } = notification.data
    add(organization_id, change)
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'kenshin-events',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // A silent connection may be dead for hours before the system notices.
      keepAliveInitialDelayMillis: 30_000,
    })
    next.on('notification', ({ channel: of, payload }) => {
      if (of !== countsChannel) return receive(payload)
      for (const listener of countsSubscribers) listener(payload ?? '')
    })
    next.on('error', (error) => log.warn({ err: error }, 'the connection for changes was lost'))
    next.once('end', () => {
      if (client === next) void listenAgain()
    })
    try {
      await next.connect()
      await next.query(`listen ${changesChannel}`)
      await next.query(`listen ${countsChannel}`)
      listeningSince = performance.now()
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (closing.signal.aborted) await next.end()
    else client = next
  }

  async function listenAgain(): Promise<void> {
    client = null
    listeningSince = null
    for (let wait = 250; !closing.signal.aborted; wait = Math.min(wait * 2, 15_000)) {
      const slept = await pause(wait, true, { signal: closing.signal }).catch(() => false)
      if (!slept) return
      try {
        await listen()
        break
      } catch (error) {
        log.warn({ err: error }, 'changes cannot be listened for')
      }
    }
    const everything = (): PendingChanges => new Map(changedNouns.map((noun) => [noun, null]))
    for (const organizationId of subscribers.keys()) notify(organizationId, everything())
  }

  await listen()
  return {
    subscribe(organizationId, listener) {
      const listeners = subscribers.get(organizationId) ?? new Set()
      subscribers.set(organizationId, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && subscribers.get(organizationId) === listeners)
          subscribers.delete(organizationId)
      }
    },
    changedWithin(organizationId, milliseconds) {
      const from = performance.now() - milliseconds
      if (listeningSince === null || listeningSince > from) return null
      return [...(latest.get(organizationId) ?? [])].filter(([, at]) => at >= from).map(([noun]) => noun)
    },
    onSessionEnd(listener) {
      sessionSubscribers.add(listener)
    },
    onCounts(listener) {
      countsSubscribers.add(listener)
    },
    async sendCounts(payload) {
      if (client === null) throw new Error('no connection for changes')
      await client.query('select pg_notify($1, $2)', [countsChannel, payload])
    },
    async close() {
      closing.abort()
      const last = client
      client = null
      await last?.end()
    },
  }
}

/** Null for invalid JSON: anyone with access to the database may notify the channel. */
function parseJson(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? '')
  } catch {
    return null
  }
}
