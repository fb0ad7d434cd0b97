import { followEvents, type StreamNews, usualWaits } from './eventStream.ts'

const name = 'kenshin-events'

/** `asking`: a new tab asks whether a stream is connected. */
type Message = StreamNews | { type: 'asking' }

interface Options {
  hear: (news: StreamNews) => void
  signal: AbortSignal
  waits?: typeof usualWaits
}

/**
 * One stream for all tabs of a browser: the tab with the lock connects and broadcasts; when it closes, the next takes
 * over. A silent leader (phones freeze hidden tabs) loses the lock.
 */
export function shareEvents({ hear, signal, waits = usualWaits }: Options): void {
  const channel = new BroadcastChannel(name)
  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  /** The connection while this tab leads. */
  let line: AbortController | null = null
  let standing = false
  let watchdog: ReturnType<typeof setTimeout> | undefined

  const watch = () => {
    clearTimeout(watchdog)
    if (line === null && !signal.aborted) watchdog = setTimeout(takeOver, waits.silence * 1.25)
  }
  const lead = async () => {
    const mine = new AbortController()
    line = mine
    clearTimeout(watchdog)
    await followEvents({
      signal: AbortSignal.any([signal, mine.signal]),
      waits,
      hear: (news) => {
        if (line !== mine) return
        standing = news.type !== 'lost'
        tell(news)
        hear(news)
      },
    })
  }
  /** Another tab took the lock. */
  const yieldLine = () => {
    line?.abort()
    line = null
    standing = false
    watch()
  }
  const queue = () => {
    navigator.locks.request(name, { signal }, lead).catch(() => {
      if (signal.aborted) return
      yieldLine()
      queue()
    })
  }
  function takeOver(): void {
    // The queued request stays.
    navigator.locks.request(name, { steal: true }, lead).catch(yieldLine)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'asking') {
      if (standing) tell({ type: 'alive' })
      return
    }
    if (line !== null) return
    watch()
    hear(data)
  }
  signal.addEventListener('abort', () => {
    clearTimeout(watchdog)
    channel.close()
  })
  watch()
  tell({ type: 'asking' })
  queue()
}
