import { afterEach, expect, it, vi } from 'vitest'
import { fillBehind } from './demo.ts'

const { execPath } = process
afterEach(() => {
  process.execPath = execPath
  vi.restoreAllMocks()
})

it('a server that cannot start the filling of the demonstration says so and goes on', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  process.execPath = '/nowhere/node'
  const { end } = fillBehind('postgres://127.0.0.1:1/nothing', { DATA_DIR: '/nowhere' }, 1)
  await expect.poll(() => told.mock.calls.flat().join()).toContain('ENOENT')
  await end()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
