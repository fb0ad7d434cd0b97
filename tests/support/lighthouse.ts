import { readFileSync } from 'node:fs'
import lighthouse, { auditFlowArtifacts, type Flags, type Result, type RunnerResult } from 'lighthouse'
import { throttling } from 'lighthouse/core/config/constants.js'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Page } from 'playwright'
import { z } from 'zod'
import { inProcessorTime } from './processorTime.ts'

const limits = z.union([
  z.strictObject({ minScore: z.number() }),
  z.strictObject({ maxNumericValue: z.number() }),
])

/** The part of `lighthouserc.json`’s format that is used; anything else is refused rather than passed over. */
const configuration = z.strictObject({
  ci: z.strictObject({
    collect: z.strictObject({ numberOfRuns: z.int().positive(), settings: z.record(z.string(), z.json()) }),
    assert: z.strictObject({
      assertMatrix: z.array(
        z.strictObject({
          matchingUrlPattern: z.string(),
          assertions: z.record(z.string(), z.tuple([z.literal('error'), limits])),
        }),
      ),
    }),
  }),
})

const {
  ci: { collect, assert },
} = configuration.parse(JSON.parse(readFileSync(new URL('../../lighthouserc.json', import.meta.url), 'utf8')))

/** Lighthouse’s own benchmark on the phone that is simulated: a quarter of what it expects of the machine it runs on. */
const phoneSpeed = 375

/** The greatest seen: how busy the machine is must not make the phone faster. */
let speed = 0

/** How much slower than this browser a phone is. */
async function slownessOfPhone(page: Page): Promise<number> {
  speed = Math.max(speed, await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return Math.min(4, speed / phoneSpeed)
}

export interface Measured {
  /** Medians, by what is asserted; as of a machine where no thread waits for a processor. */
  values: Record<string, number>
  /** The same by the clock of this machine. */
  byClock: Record<string, number>
  /** What is outside its budget, and why; empty when all is well. */
  complaints: string[]
}

/** Visits the address as often as asked, in the browser of `page`, whose DevTools listen on `port`. */
export async function measure(url: string, page: Page, port: number): Promise<Measured> {
  const results: Result[] = []
  const byClock: Result[] = []
  let unrecorded = 0
  while (results.length < collect.numberOfRuns) {
    const cpuSlowdownMultiplier = await slownessOfPhone(page)
    const flags: Flags = {
      ...(collect.settings as Flags),
      throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier },
      port,
      logLevel: 'error',
    }
    const run = await lighthouse(url, flags)
    if (run === undefined) throw new Error(`nothing was measured at ${url}`)
    const error = run.lhr.runtimeError
    // Chromium gave a trace without its beginning: nothing was measured, good or bad.
    if (error?.code === 'NO_NAVSTART' && unrecorded < collect.numberOfRuns) {
      unrecorded++
      console.warn(url, error.message)
      continue
    }
    if (error) throw new Error(error.message)
    byClock.push(run.lhr)
    results.push(await judgedByProcessorTime(run, flags))
  }
  const measured: Measured = { values: {}, byClock: {}, complaints: [] }
  for (const { matchingUrlPattern, assertions } of assert.assertMatrix) {
    if (!new RegExp(matchingUrlPattern).test(url)) continue
    for (const [name, [, limit]] of Object.entries(assertions)) {
      const value = median(results.map((result) => reached(result, name)))
      measured.values[name] = value
      measured.byClock[name] = median(byClock.map((result) => reached(result, name)))
      if ('minScore' in limit && value < limit.minScore)
        measured.complaints.push(`${name} is ${value}, below ${limit.minScore}: ${lost(results, name)}`)
      if ('maxNumericValue' in limit && value > limit.maxNumericValue)
        measured.complaints.push(`${name} is ${value}, above ${limit.maxNumericValue}`)
    }
  }
  return measured
}

/** Lighthouse’s judgement of the same visit, had no thread waited for a processor. */
async function judgedByProcessorTime({ artifacts }: RunnerResult, flags: Flags): Promise<Result> {
  const { Trace } = artifacts
  const Alone = { ...Trace, traceEvents: inProcessorTime(Trace.traceEvents) }
  const step = { artifacts: { ...artifacts, Trace: Alone }, flags, name: 'visit' }
  const { steps } = await auditFlowArtifacts({ gatherSteps: [step] })
  const [judged] = steps
  if (judged === undefined || judged.lhr.runtimeError) throw new Error('the visit was not judged')
  return judged.lhr
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Of `categories:<id>`: its score; of `resource-summary:<kind>:size`: bytes over the wire. */
function reached(result: Result, name: string): number {
  const [of, kind = ''] = name.split(':')
  if (of === 'categories') return result.categories[kind]?.score ?? 0
  const { details } = result.audits['resource-summary'] ?? {}
  const items = details && 'items' in details ? details.items : []
  const item = Array.isArray(items) ? items.find(({ resourceType }) => resourceType === kind) : undefined
  return Number(item?.transferSize ?? Number.NaN)
}

/** What cost points. */
function lost(results: Result[], name: string): string {
  const id = name.split(':')[1] ?? ''
  const audits = results.flatMap((result) =>
    (result.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => result.audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1),
  )
  return audits.map((audit) => `${audit?.id} ${audit?.displayValue ?? audit?.score}`).join(', ')
}
