import { followEvents, type StreamNews, usualWaits } from './eventStream.ts'

const name = 'kenshin-events'

/** `asking`: a tab has come and does not know whether there is a stream. */
type Message = StreamNews | { type: 'asking' }

interface Options {
  hear: (news: StreamNews) => void
  signal: AbortSignal
  waits?: typeof usualWaits
}

/**
 * One stream for all tabs of a browser: the tab that has the lock holds it and tells the others; when it goes, the
 * next one takes over. One that has fallen silent, as phones freeze what is not seen, loses the lock to who notices.
 */
export function shareEvents({ hear, signal, waits = usualWaits }: Options): void {
  const channel = new BroadcastChannel(name)
  const tell = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  /** The stream, while this tab holds it. */
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
    // The place in the queue is still ours.
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
