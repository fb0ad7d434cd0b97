import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commandOf } from './processes.ts'

it('tells a process that runs from one that has ended', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  expect(commandOf(pid)).toBeNull()
  expect(commandOf(process.pid)).toContain('node')
})
