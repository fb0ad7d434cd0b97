import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Caller } from '../support/server/http.ts'

/** People at work: four that look at lists, two that photograph, none of whom tries anything twice. */
export function startWork(caller: Caller, meter: { id: number }, picture: Uint8Array) {
  const counts = new Map<string, number>()
  const keys: string[] = []
  let isOver = false
  const repeat = async (ask: () => Promise<string>) => {
    while (!isOver) {
      const answer = await ask().catch(String)
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
  }
  // A minute for each, so that none is another's repeat.
  let moment = Date.now() - 30 * 86_400_000
  const list = async () => `list ${(await caller.ask('GET', '/api/v1/meters-values?limit=5')).status}`
  const capture = async () => {
    const key = randomUUID()
    keys.push(key)
    moment += 60_000
    return `capture ${(await caller.sendCapture(meter, picture, key, new Date(moment))).status}`
  }
  const working = [list, list, list, list, capture, capture].map(repeat)
  return {
    /** Waits until both have been answered some times more. */
    async goesOn() {
      for (const [what, more] of [
        ['list 200', 20],
        ['capture 201', 5],
      ] as const) {
        const before = counts.get(what) ?? 0
        await expect.poll(() => counts.get(what) ?? 0).toBeGreaterThan(before + more)
      }
    },
    /** All kinds of answers that there were. */
    async end() {
      isOver = true
      await Promise.all(working)
      return [...counts.keys()].sort()
    },
    keys: () => keys,
  }
}
