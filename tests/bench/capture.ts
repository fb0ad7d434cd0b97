import { parseArgs } from 'node:util'
import { measureDraining } from './capture/capture-drain.ts'
import { measureQueue } from './capture/capture-queue.ts'
import { measureSaving } from './capture/capture-save.ts'
import { openCaptureSite } from './capture/capture-site.ts'
import { measureColdStart } from './capture/capture-start.ts'
import { measureSteps } from './capture/capture-steps.ts'

// npm run bench:capture -- --only save --rounds 9
// What an inspector waits for, on the built console and the real server, each beside a bare peer in the same run. Build
// first.

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1')
/** Of what takes minutes. */
const few = Math.ceil(rounds / 3)

const site = await openCaptureSite()
try {
  const parts = {
    save: () => measureSaving(site, rounds),
    steps: () => measureSteps(rounds),
    start: () => measureColdStart(site, rounds),
    drain: () => measureDraining(site, few),
    queue: () => measureQueue(site, few),
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) await measure()
  }
} finally {
  await site.close()
}
