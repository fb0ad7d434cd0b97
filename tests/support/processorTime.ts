/** An event of Chromium’s trace. Times in microseconds; `tdur`: how long the processor worked for it. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/**
 * The trace as of a machine where no thread waits for a processor: every task lasts as long as it was worked on, and what
 * happened in it moves together. A phone has more cores than a browser has busy threads; a machine for tests does not.
 */
export function inProcessorTime<E extends TraceEvent>(events: readonly E[]): E[] {
  const tasks = new Map<string, Task[]>()
  for (const { name, ph, dur, tdur, ts, ...thread } of events.toSorted((a, b) => a.ts - b.ts)) {
    if (name !== 'RunTask' || ph !== 'X' || !dur || tdur === undefined) continue
    const known = tasks.get(nameOf(thread)) ?? []
    // One within another is part of it.
    if (ts < (known.at(-1)?.end ?? 0)) continue
    known.push({ start: ts, end: ts + dur, share: Math.min(1, tdur / dur) })
    tasks.set(nameOf(thread), known)
  }
  return events.map((event) => {
    const task = taskAt(tasks.get(nameOf(event)) ?? [], event.ts)
    if (task === undefined) return event
    const { start, share } = task
    const moved = { ...event, ts: start + (event.ts - start) * share }
    return event.dur === undefined ? moved : { ...moved, dur: event.dur * share }
  })
}

interface Task {
  start: number
  end: number
  /** Of its time in which it was worked on. */
  share: number
}

const nameOf = ({ pid, tid }: { pid: number; tid: number }): string => `${pid}:${tid}`

/** The task that runs at `time`; `tasks` in their order. */
function taskAt(tasks: readonly Task[], time: number): Task | undefined {
  let low = 0
  let high = tasks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tasks[middle]?.start ?? 0) <= time) low = middle + 1
    else high = middle
  }
  const task = tasks[low - 1]
  return task !== undefined && time < task.end ? task : undefined
}
