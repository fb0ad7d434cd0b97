import { Cron } from 'croner'

/**
 * Lists count as fixed times, as the rows of the editor do: one that the clocks leave out is due when they go on, and
 * one that they show twice is due once.
 */
export const cronIn = (zone: string, cron: string): Cron =>
  new Cron(cron, { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard' })

/** All times of an expression from `from` until before `before`, in milliseconds since 1970. Slow: 0.1 ms each. */
export function* runsOf(cron: Cron, from: number, before: number): Generator<number> {
  let next = cron.nextRun(new Date(from - 1))
  while (next !== null && next.getTime() < before) {
    yield next.getTime()
    next = cron.nextRun(next)
  }
}

const maxCached = 5000
const minutes = new Map<string, readonly number[]>()
const days = new Map<string, readonly number[]>()

function cached(cache: Map<string, readonly number[]>, key: string, find: () => readonly number[]) {
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= maxCached) cache.clear()
  const found = find()
  cache.set(key, found)
  return found
}

const utcRuns = (cron: string, from: number, before: number) =>
  [...runsOf(cronIn('UTC', cron), from, before)].map((at) => new Date(at))

/** Minutes since midnight at which an expression is due on each of its days. */
export function minutesOfDay(cron: string): readonly number[] {
  const [minute, hour] = cron.split(' ')
  return cached(minutes, `${minute} ${hour}`, () => {
    const ofHour = utcRuns(`${minute} 0 * * *`, 0, 3_600_000).map((at) => at.getUTCMinutes())
    const hours = utcRuns(`0 ${hour} * * *`, 0, 86_400_000).map((at) => at.getUTCHours())
    return hours.flatMap((given) => ofHour.map((more) => given * 60 + more))
  })
}

/** Days of a month (0 is January) on which an expression is due. */
export function daysOfMonth(cron: string, year: number, month: number): readonly number[] {
  const fields = cron.split(' ').slice(2).join(' ')
  return cached(days, `${fields} ${year} ${month}`, () =>
    utcRuns(`0 0 ${fields}`, Date.UTC(year, month), Date.UTC(year, month + 1)).map((at) => at.getUTCDate()),
  )
}
