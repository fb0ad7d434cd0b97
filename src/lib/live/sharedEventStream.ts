import { defaultTimeouts, type StreamEvent, subscribeToEvents } from './eventStream.ts'

const name = 'kenshin-events'

/** `asking`: a new tab asks whether a stream is connected. */
type Message = StreamEvent | { type: 'asking' }

interface Options {
  listener: (streamEvent: StreamEvent) => void
  signal: AbortSignal
  waits?: typeof defaultTimeouts
}

/**
 * One stream for all tabs of a browser: the tab with the lock connects and broadcasts; when it closes, the next takes
 * over. A silent leader (phones freeze hidden tabs) loses the lock.
 */
export function shareEventStream({ listener, signal, waits = defaultTimeouts }: Options): void {
  const channel = new BroadcastChannel(name)
  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  /** The connection while this tab leads. */
  let connection: AbortController | null = null
  let isConnected = false
  let watchdog: ReturnType<typeof setTimeout> | undefined

  const watch = () => {
    clearTimeout(watchdog)
    if (connection === null && !signal.aborted) watchdog = setTimeout(takeOver, waits.silence * 1.25)
  }
  const becomeLeader = async () => {
    const mine = new AbortController()
    connection = mine
    clearTimeout(watchdog)
    await subscribeToEvents({
      signal: AbortSignal.any([signal, mine.signal]),
      waits,
      listener: (streamEvent) => {
        if (connection !== mine) return
        isConnected = streamEvent.type !== 'lost'
        // Another tab may be older than this one.
        tell(streamEvent.type === 'hello' ? { ...streamEvent, complete: false } : streamEvent)
        listener(streamEvent)
      },
    })
  }
  /** Another tab took the lock. */
  const stepDown = () => {
    connection?.abort()
    connection = null
    isConnected = false
    watch()
  }
  const queue = () => {
    navigator.locks.request(name, { signal }, becomeLeader).catch((error: unknown) => {
      if (signal.aborted) return
      stepDown()
      const stolen = error instanceof DOMException && error.name === 'AbortError'
      // A page that is left is refused at once, each time: without a timer, which it has no more, it would ask for ever
      // and hold up the next page in its process.
      if (stolen) queue()
      else setTimeout(queue, waits.first)
    })
  }
  function takeOver(): void {
    // The queued request stays.
    navigator.locks.request(name, { steal: true }, becomeLeader).catch(stepDown)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'asking') {
      if (isConnected) tell({ type: 'alive' })
      return
    }
    if (connection !== null) return
    watch()
    listener(data)
  }
  signal.addEventListener('abort', () => {
    clearTimeout(watchdog)
    channel.close()
  })
  watch()
  tell({ type: 'asking' })
  queue()
}
