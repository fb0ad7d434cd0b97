// Covers docs/requirements.md: 516

import { expect, test } from 'vitest'
import { skipReasons } from '../../../contract/rounds.ts'
import { endings, faultStatuses, type Plan, planOf, quickSeeds, strikes } from './plan.ts'

/** The kinds of steps in these plans, and what they strike, do to the connection and choose. */
function contentsOf(plans: readonly Plan[]) {
  const steps = plans.flatMap((plan) => plan.steps)
  const strikesOf = steps.flatMap((step) => {
    if (step.kind === 'strike') return [step.what]
    return 'strike' in step && step.strike !== null ? [step.strike.what, step.strike.at] : []
  })
  return new Set<string>([
    ...steps.map(({ kind }) => kind),
    ...strikesOf,
    ...steps.flatMap((step) => (step.kind === 'line' ? [step.fault.kind] : [])),
    ...steps.flatMap((step) => (step.kind === 'capture' ? [step.ending] : [])),
  ])
}

const plans = Array.from({ length: 500 }, (_, seed) => planOf(seed))

test('a seed gives the same run, whatever was drawn before, and another seed another one', () => {
  expect(planOf(7)).toEqual(plans[7])
  expect(new Set(plans.map(({ steps }) => JSON.stringify(steps))).size).toBeGreaterThan(490)
})

test('every fault, strike, moment, ending and reason of a skip comes up, and each run photographs', () => {
  const steps = plans.flatMap((plan) => plan.steps)
  const captures = steps.filter((step) => step.kind === 'capture')
  const skips = steps.filter((step) => step.kind === 'skip')
  const faults = steps.flatMap((step) => (step.kind === 'line' ? [step.fault] : []))
  const struck = captures.flatMap(({ strike }) => strike ?? [])
  expect(new Set(captures.map(({ ending }) => ending))).toEqual(new Set(endings))
  expect(new Set(skips.map(({ reason }) => reason))).toEqual(new Set(skipReasons))
  expect(skips.some(({ strike }) => strike !== null)).toBe(true)
  expect(new Set(struck.map(({ what, at }) => `${what} ${at}`)).size).toBe(strikes.length * 2)
  expect(new Set(faults.map((fault) => (fault.kind === 'status' ? fault.status : fault.kind)))).toEqual(
    new Set(['cut', 'silent', 'slow', 'portal', ...faultStatuses]),
  )
  expect(new Set(steps.map(({ kind }) => kind)).size).toBe(9)
  for (const plan of plans) expect(plan.steps.some(({ kind }) => kind === 'capture')).toBe(true)
})

test('the runs of npm test contain every step, strike, moment, fault of the connection and ending', () => {
  expect(contentsOf(quickSeeds.map(planOf))).toEqual(contentsOf(plans))
})
