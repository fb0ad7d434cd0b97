import { readFileSync } from 'node:fs'
import lighthouse, { type Flags, type Result } from 'lighthouse'
import { z } from 'zod'

/** The part of LHCI’s format that is used; anything else is refused rather than passed over. */
const configuration = z.strictObject({
  ci: z.strictObject({
    collect: z.strictObject({ numberOfRuns: z.int().positive(), settings: z.record(z.string(), z.json()) }),
    assert: z.strictObject({
      assertions: z.record(
        z.string(),
        z.tuple([z.literal('error'), z.strictObject({ minScore: z.number() })]),
      ),
    }),
  }),
})

const {
  ci: { collect, assert },
} = configuration.parse(JSON.parse(readFileSync(new URL('../../lighthouserc.json', import.meta.url), 'utf8')))

type Category = 'performance' | 'accessibility' | 'best-practices'

export interface Judged {
  /** The median of each category’s scores, 0 to 1. */
  scores: Record<string, number>
  /** What is below its budget, and what cost points; empty when all is well. */
  complaints: string[]
}

/** Lighthouse’s judgement of a page in these categories, by the browser whose DevTools listen on `port`. */
export async function judge(url: string, port: number, categories: readonly Category[]): Promise<Judged> {
  const runs = categories.includes('performance') ? collect.numberOfRuns : 1
  const results: Result[] = []
  let unrecorded = 0
  while (results.length < runs) {
    const flags: Flags = {
      ...(collect.settings as Flags),
      onlyCategories: [...categories],
      port,
      logLevel: 'error',
    }
    const run = await lighthouse(url, flags)
    if (run === undefined) throw new Error(`nothing was measured at ${url}`)
    const error = run.lhr.runtimeError
    // Chromium gave a trace without its beginning: nothing was measured, good or bad.
    if (error?.code === 'NO_NAVSTART' && unrecorded < runs) {
      unrecorded++
      console.warn(url, error.message)
      continue
    }
    if (error) throw new Error(error.message)
    results.push(run.lhr)
  }
  const judged: Judged = { scores: {}, complaints: [] }
  for (const category of categories) {
    const score = median(results.map((result) => result.categories[category]?.score ?? 0))
    const { minScore } = assert.assertions[`categories:${category}`]?.[1] ?? { minScore: 1 }
    judged.scores[category] = score
    if (score < minScore)
      judged.complaints.push(`${category} ${score} < ${minScore}: ${lost(results, category)}`)
  }
  return judged
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** What cost points. */
function lost(results: readonly Result[], category: Category): string {
  const audits = results.flatMap((result) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => result.audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1),
  )
  return audits.map((audit) => `${audit?.id} ${audit?.displayValue ?? audit?.score}`).join(', ')
}
