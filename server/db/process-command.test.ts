import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { commandOf } from './process-command.ts'

it('tells a process that runs from one that has ended', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  expect(commandOf(pid)).toBeNull()
  expect(commandOf(process.pid)).toContain('node')
})

it('does not take a process for gone where this one cannot open another file', () => {
  const program = `
    import { openSync } from 'node:fs'
    import { commandOf } from ${JSON.stringify(new URL('./process-command.ts', import.meta.url).href)}
    try {
      for (;;) openSync('/dev/null')
    } catch {}
    let outcome
    try {
      outcome = commandOf(process.ppid)
    } catch (error) {
      outcome = error.code
    }
    process.stdout.write(String(outcome))`
  const { stdout } = spawnSync(
    'sh',
    ['-c', 'ulimit -n 100 && exec "$0" --input-type=module -e "$1"', process.execPath, program],
    { encoding: 'utf8' },
  )
  expect(stdout).toBe('EMFILE')
})
