import { Failure } from '../../api/call.ts'

const perMinute = 60
const minute = 60_000

/** Times of the last minute’s calls by caller, the one that called last at the end. */
const calls = new Map<string, number[]>()

/**
 * Counts a call of a device; more than 60 a minute are refused. Not for repeats, nor for what a device kept while it was
 * cut off: a batch of hundreds is as good as one.
 */
export function countCall(caller: string, now: Date): void {
  const at = now.getTime()
  for (const [other, times] of calls) {
    if ((times.at(-1) ?? 0) > at - minute) break
    calls.delete(other)
  }
  const recent = (calls.get(caller) ?? []).filter((time) => time > at - minute)
  const [first = at] = recent
  if (recent.length >= perMinute) {
    const message = `1分間に送信できるのは ${perMinute} 回までです`
    throw new Failure('too_many_requests', {
      issues: [{ path: 'call', message }],
      retryAfter: (first + minute - at) / 1000,
    })
  }
  calls.delete(caller)
  calls.set(caller, [...recent, at])
}
