import { Readable } from 'node:stream'
import type { ChangeFeed } from './feed.ts'

export interface EventStreams {
  /**
   * A stream of server-sent events for a session; null where its user has too many. It begins with what changed in
   * the last `since` milliseconds, where that is known. Ends when `isAuthenticated` is false, which is checked with each
   * heartbeat, when the session ends, and when members or the organization change. After `endAll` it only says to come back.
   */
  open(
    session: { organizationId: number; userId: number; sessionId: number },
    isAuthenticated: () => Promise<boolean>,
    since?: number,
  ): Readable | null
  endAll(): void
}

/** In milliseconds; another server takes the stream, or this one after its restart. */
const comeBack = 'retry: 1000\n\n'
/** Milliseconds; proxies cut connections that are idle for 30 or 60 seconds. */
const defaultHeartbeat = 25_000
/** Tabs, devices, and connections not yet known to be dead. */
const maxPerUser = 10
/** Bytes; a slower client is dropped, and refetches when it reconnects. */
const maxWaiting = 16_384

export interface StreamOptions {
  heartbeat?: number
}

export function createEventStreams(
  changes: Pick<ChangeFeed, 'subscribe' | 'changedWithin' | 'onSessionEnd'>,
  { heartbeat: beat = defaultHeartbeat }: StreamOptions = {},
): EventStreams {
  const streams = new Map<
    Readable,
    { userId: number; sessionId: number; end: () => void; ask: () => Promise<void> }
  >()
  let isEnded = false
  changes.onSessionEnd((ended) => {
    for (const { sessionId, ask } of streams.values()) if (sessionId === ended) void ask()
  })
  return {
    open({ organizationId, userId, sessionId }, isAuthenticated, since) {
      if (isEnded) return Readable.from([comeBack], { objectMode: false })
      if ([...streams.values()].filter((other) => other.userId === userId).length >= maxPerUser) return null
      const stream = new Readable({ read() {} })
      const say = (text: string) => {
        stream.push(text)
        if (stream.readableLength > maxWaiting) stream.destroy()
      }
      const missed = since === undefined ? null : changes.changedWithin(organizationId, since)
      say(event('hello', missed === null ? {} : { complete: true }))
      for (const noun of missed ?? []) say(event('changed', { noun }))
      const leave = changes.subscribe(organizationId, (change) => {
        say(event('changed', change))
        // The user's role or allowed addresses may have changed, or the organization was stopped.
        if (change.noun === 'users' || change.noun === 'organization') void ask()
      })
      let isOver = false
      let isAsking = false
      const timer = setInterval(async () => {
        if (isOver) {
          stream.destroy()
          return
        }
        say(': beat\n\n')
        if (isAsking) return
        isAsking = true
        await ask()
        isAsking = false
      }, beat)
      const ask = async () => {
        if (!(await isAuthenticated())) end()
      }
      // The client reads what is queued before the end.
      const end = () => {
        if (isOver) return
        isOver = true
        leave()
        stream.push(null)
      }
      streams.set(stream, { userId, sessionId, end, ask })
      stream.once('close', () => {
        if (!isOver) leave()
        clearInterval(timer)
        streams.delete(stream)
      })
      return stream
    },
    endAll() {
      isEnded = true
      for (const [stream, { end }] of streams) {
        stream.push(comeBack)
        end()
      }
    },
  }
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
