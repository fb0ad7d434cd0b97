import { Readable } from 'node:stream'
import type { ChangeFeed } from './feed.ts'

export interface EventStreams {
  /**
   * A stream of server-sent events for one session; null where its user has too many already. It ends when
   * `isWelcome`, asked with each beat and when the session was ended, says so.
   */
  open(
    session: { organizationId: number; userId: number; sessionId: number },
    isWelcome: () => Promise<boolean>,
  ): Readable | null
  /** Ends all of them. */
  endAll(): void
}

/** Milliseconds: proxies cut connections on which nothing is said for 30 or 60 seconds. */
const defaultHeartbeat = 25_000
/** Of one user: tabs and devices, and connections whose end nobody has noticed yet. */
const maxPerUser = 10
/** Bytes that wait for a client; one that is slower than this is dropped, and asks anew when it comes back. */
const maxWaiting = 16_384

export interface StreamOptions {
  heartbeat?: number
}

export function createEventStreams(
  changes: Pick<ChangeFeed, 'subscribe' | 'onSessionEnd'>,
  { heartbeat: beat = defaultHeartbeat }: StreamOptions = {},
): EventStreams {
  const streams = new Map<
    Readable,
    { userId: number; sessionId: number; end: () => void; ask: () => Promise<void> }
  >()
  changes.onSessionEnd((ended) => {
    for (const { sessionId, ask } of streams.values()) if (sessionId === ended) void ask()
  })
  return {
    open({ organizationId, userId, sessionId }, isWelcome) {
      if ([...streams.values()].filter((other) => other.userId === userId).length >= maxPerUser) return null
      const stream = new Readable({ read() {} })
      const say = (text: string) => {
        stream.push(text)
        if (stream.readableLength > maxWaiting) stream.destroy()
      }
      say(event('hello', {}))
      const leave = changes.subscribe(organizationId, (change) => say(event('changed', change)))
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
        if (!(await isWelcome())) end()
      }
      // A client hears the end once it has taken the rest: nothing may be said behind it.
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
      for (const { end } of streams.values()) end()
    },
  }
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
