import { parseArgs } from 'node:util'
import { browsers } from './browsers.ts'
import { campaign } from './run.ts'

// npm run test:faults -- [--runs 20] [--seed 1] [--browser chromium|firefox|webkit]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    browser: { type: 'string', default: 'chromium' },
  },
})
const { browser } = values
const openPhone = browsers[browser]
if (openPhone === undefined) throw new Error(`--browser: one of ${Object.keys(browsers).join(', ')}`)
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const began = Date.now()
const outcomes = await campaign({
  seeds: Array.from({ length: Number(values.runs) }, (_, at) => Number(values.seed) + at),
  openPhone,
  tell: (words) => console.log(words),
  stop: ending.signal,
})
const failed = outcomes.filter(({ found }) => found !== null)
const arrivals = outcomes.flatMap(({ arrival }) => arrival ?? []).toSorted((a, b) => a - b)
const at = (share: number) =>
  Math.round((arrivals[Math.floor((arrivals.length - 1) * share)] ?? 0) / 100) / 10
console.log(
  `${browser}: ${outcomes.length} runs, seeds ${values.seed} to ${Number(values.seed) + outcomes.length - 1}, ` +
    `${outcomes.reduce((sum, { captures }) => sum + captures, 0)} captures, ` +
    `${outcomes.reduce((sum, { skips }) => sum + skips, 0)} skips, ${failed.length} failed, ` +
    `arrived after ${at(0.5)} s (median), ${at(0.95)} s (95 %), ${at(1)} s (longest), ` +
    `${Math.round((Date.now() - began) / 1000)} s`,
)
for (const { seed, found } of failed) console.log(`seed ${seed}: ${found}`)
process.exitCode = failed.length === 0 ? 0 : 1
