import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Log } from './log.ts'

/** Counts by key over the last minute, summed over all servers of a database. */
export interface SharedCounts {
  /** Counts one more. `limit` says from when on it is published to the others. */
  add(key: string, limit: number): { count: number; endsIn: number }
  close(): void
}

/** How counts reach the other servers: the channel is heard by all of them, this one included. */
export interface CountsChannel {
  onCounts(listener: (payload: string) => void): void
  /** Rejects while the database is away: each server then counts by itself. */
  sendCounts(payload: string): Promise<void>
}

interface Count {
  count: number
  /** Milliseconds of `performance.now()`. */
  since: number
}

const minute = 60_000
/** Keys, the oldest of which are evicted: an attacker has many addresses. */
const maxKeys = 20_000
/** What stays below this share of its limit is not published. */
const minShare = 1 / 20
/** PostgreSQL takes 8000 bytes; a key has at most some hundred. */
const keysAMessage = 40
const maxKeyLength = 150

const messageSchema = z.object({
  server: z.uuid(),
  counts: z.array(z.tuple([z.string(), z.int().check(z.nonnegative()), z.number().check(z.nonnegative())])),
})

/**
 * Each server counts by itself and publishes its sums twice a second, so a limit that several servers share is
 * exceeded by no more than what comes within that time, and what is below `minShare` at each.
 */
export function createSharedCounts(channel: CountsChannel, log: Log, every = 500): SharedCounts {
  const server = randomUUID()
  const own = new Map<string, Count>()
  /** By key and server. */
  const others = new Map<string, Map<string, Count>>()
  const pending = new Set<string>()

  channel.onCounts((payload) => {
    const message = messageSchema.safeParse(parseJson(payload))
    if (!message.success) {
      log.warn('counts of another server that are none')
      return
    }
    if (message.data.server === server) return
    for (const [key, count, age] of message.data.counts) {
      const ofKey = others.get(key) ?? new Map<string, Count>()
      ofKey.set(message.data.server, { count, since: performance.now() - age })
      setNewest(others, key, ofKey)
    }
  })

  async function publish(): Promise<void> {
    const keys = [...pending]
    pending.clear()
    for (let first = 0; first < keys.length; first += keysAMessage) {
      const now = performance.now()
      const counts = keys.slice(first, first + keysAMessage).flatMap((key) => {
        const of = own.get(key)
        return of === undefined ? [] : [[key, of.count, Math.round(now - of.since)]]
      })
      await channel.sendCounts(JSON.stringify({ server, counts }))
    }
  }

  let isPublishing = false
  const timer = setInterval(async () => {
    if (isPublishing || pending.size === 0) return
    isPublishing = true
    await publish().catch((error: unknown) => log.debug({ err: error }, 'counts are not published'))
    isPublishing = false
  }, every)
  timer.unref()

  return {
    add(name, limit) {
      const key = name.slice(0, maxKeyLength)
      const now = performance.now()
      const isAlive = (of: Count | undefined): of is Count => of !== undefined && of.since + minute > now
      const before = own.get(key)
      const mine = isAlive(before) ? { ...before, count: before.count + 1 } : { count: 1, since: now }
      setNewest(own, key, mine)
      if (mine.count >= limit * minShare) pending.add(key)
      const ofKey = others.get(key) ?? new Map<string, Count>()
      // Of a minute that is over, or of a server that is gone.
      for (const [from, theirs] of ofKey) if (!isAlive(theirs)) ofKey.delete(from)
      const all = [mine, ...ofKey.values()]
      return {
        count: all.reduce((sum, { count }) => sum + count, 0),
        endsIn: Math.max(...all.map(({ since }) => since + minute - now)),
      }
    },
    close: () => clearInterval(timer),
  }
}

function setNewest<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxKeys && oldest !== undefined) map.delete(oldest)
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
