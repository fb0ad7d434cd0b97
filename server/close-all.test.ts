import { expect, it } from 'vitest'
import { closeAll, type Disposers } from './close-all.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
const never = () => new Promise<void>(() => undefined)

/** Steps that record what was closed. The one named `stuck` never ends. */
function stepsOf(closed: string[], stuck: Partial<Disposers[number]>): Disposers {
  const step = (name: string) => ({ name, close: () => void closed.push(name) })
  return [
    { ...step('database'), isEssential: true },
    step('connections'),
    { name: 'stuck', close: never, ...stuck },
    step('calls'),
  ]
}

it('goes on after a step that runs out of time, logs its name, and closes the database last', async () => {
  const closed: string[] = []
  const errors: unknown[] = []
  const watched = Object.assign(Object.create(log), { error: (fields: unknown) => errors.push(fields) })
  await closeAll(stepsOf(closed, { limit: 10 }), { log: watched, hurry: new AbortController().signal })
  expect(closed).toEqual(['calls', 'connections', 'database'])
  expect(errors).toEqual([{ step: 'stuck', limit: 10, hurry: false }])
})

it('waits only for essential steps once it is hurried', async () => {
  const closed: string[] = []
  const hurry = new AbortController()
  const closing = closeAll(stepsOf(closed, { limit: 60_000 }), { log, hurry: hurry.signal })
  hurry.abort()
  await closing
  expect(closed.at(-1)).toBe('database')
})

it('closes the rest after a step that fails, and rejects with its error', async () => {
  const closed: string[] = []
  const failing = { close: () => Promise.reject(new Error('broken')) }
  const closing = closeAll(stepsOf(closed, failing), { log, hurry: new AbortController().signal })
  await expect(closing).rejects.toMatchObject({ errors: [{ message: 'broken' }] })
  expect(closed).toEqual(['calls', 'connections', 'database'])
})

it('also closes what is opened while it closes', async () => {
  const closed: string[] = []
  const opened: Disposers = []
  opened.push({ name: 'database', close: () => void closed.push('database') })
  opened.push({
    name: 'start',
    close: () => void opened.push({ name: 'late', close: () => void closed.push('late') }),
  })
  await closeAll(opened)
  expect(closed).toEqual(['late', 'database'])
})
