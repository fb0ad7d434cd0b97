import { readFileSync } from 'node:fs'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { z } from 'zod'

/** The used part of LHCI's format; anything else is an error. */
const configuration = z.strictObject({
  ci: z.strictObject({
    collect: z.strictObject({ numberOfRuns: z.int().positive(), settings: z.record(z.string(), z.json()) }),
    assert: z.strictObject({
      assertMatrix: z.array(
        z.strictObject({
          matchingUrlPattern: z.string(),
          assertions: z.record(
            z.string(),
            z.tuple([z.literal('error'), z.strictObject({ minScore: z.number() })]),
          ),
        }),
      ),
    }),
  }),
})

const {
  ci: { collect, assert },
} = configuration.parse(
  JSON.parse(readFileSync(new URL('../../../lighthouserc.json', import.meta.url), 'utf8')),
)

type Category = 'performance' | 'accessibility' | 'best-practices'

interface LighthouseResult {
  /** Medians, 0 to 1. */
  scores: Record<string, number>
  /** Exceeded budgets and failed audits. */
  complaints: string[]
}

/** The machines on which a factor of four makes Lighthouse's phone: 1,500 to 2,000 (its docs/throttling.md). */
const phoneIndex = 1750 / 4

/** How many times slower than this machine Lighthouse's phone is: four on the machines that it is meant for. */
export async function phoneFactor(url: string, port: number): Promise<number> {
  const indices: number[] = []
  for (let run = 0; run < collect.numberOfRuns; run++) {
    const measured = await lighthouse(url, { port, logLevel: 'error', onlyAudits: ['is-on-https'] })
    if (measured === undefined) throw new Error(`nothing was measured at ${url}`)
    indices.push(measured.lhr.environment.benchmarkIndex)
  }
  return Math.max(1, median(indices) / phoneIndex)
}

/** Runs Lighthouse on a page, in the browser whose DevTools listen on `port`. */
export async function runLighthouse(
  url: string,
  port: number,
  categories: readonly Category[],
  cpuSlowdownMultiplier = 4,
): Promise<LighthouseResult> {
  const runs = categories.includes('performance') ? collect.numberOfRuns : 1
  const results: Result[] = []
  let unrecorded = 0
  while (results.length < runs) {
    const flags: Flags = {
      ...(collect.settings as Flags),
      onlyCategories: [...categories],
      throttling: { cpuSlowdownMultiplier },
      port,
      logLevel: 'error',
    }
    const run = await lighthouse(url, flags)
    if (run === undefined) throw new Error(`nothing was measured at ${url}`)
    const error = run.lhr.runtimeError
    // Chromium's trace lacks its beginning: nothing was measured.
    if (error?.code === 'NO_NAVSTART' && unrecorded < runs) {
      unrecorded++
      console.warn(url, error.message)
      continue
    }
    if (error) throw new Error(error.message)
    results.push(run.lhr)
  }
  const judged: LighthouseResult = { scores: {}, complaints: [] }
  for (const category of categories) {
    const score = median(results.map((result) => result.categories[category]?.score ?? 0))
    const minScore = minScoreOf(url, category)
    judged.scores[category] = score
    if (score < minScore)
      judged.complaints.push(`${category} ${score} < ${minScore}: ${lost(results, category)}`)
  }
  return judged
}

/** As LHCI has it: the assertions of all patterns that match the page. */
function minScoreOf(url: string, category: Category): number {
  const matching = assert.assertMatrix.filter(({ matchingUrlPattern }) =>
    RegExp(matchingUrlPattern).test(url),
  )
  const scores = matching.flatMap(
    ({ assertions }) => assertions[`categories:${category}`]?.[1].minScore ?? [],
  )
  if (scores.length === 0) throw new Error(`lighthouserc.json has no ${category} for ${url}`)
  return Math.max(...scores)
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Audits that lowered the score. */
function lost(results: readonly Result[], category: Category): string {
  const audits = results.flatMap((result) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => result.audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1),
  )
  return audits.map((audit) => `${audit?.id} ${audit?.displayValue ?? audit?.score}`).join(', ')
}
