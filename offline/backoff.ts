/** Milliseconds. */
const maxPause = 5 * 60_000
const maxRetryAfter = 3_600_000

/** Milliseconds until the next attempt: 1 s doubling to 5 min, with jitter. `retryAfter`: the server's, in seconds. */
export function backoff(attempts: number, retryAfter: number | null, random = Math.random()): number {
  const pause = Math.min(maxPause, 1000 * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 4)
  return Math.max(pause, Math.min((retryAfter ?? 0) * 1000, maxRetryAfter))
}
