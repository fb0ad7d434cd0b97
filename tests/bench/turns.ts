/** Measured in turns, so that the machine's load affects all alike. */
export interface Work {
  run: () => Promise<unknown>
  times: number[]
  spent: number
}

export const workOf = (run: Work['run']): Work => ({ run, times: [], spent: 0 })

/** The first turn fills caches. Slow ones get fewer. */
export async function takeTurn(work: Work): Promise<void> {
  const { times, spent } = work
  if (spent > 5000 && times.length >= 2) return
  const start = performance.now()
  await work.run()
  const time = performance.now() - start
  times.push(time)
  work.spent += time
}

export function median({ times }: Work): number {
  const warm = times.slice(1).sort((one, other) => one - other)
  return warm[Math.floor(warm.length / 2)] ?? 0
}

/** Milliseconds or a ratio, with the figures that mean something. */
export const figure = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))
