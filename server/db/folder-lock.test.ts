import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const program = () => `
  import { lockFolder } from ${JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)}
  try { globalThis.held = lockFolder(${JSON.stringify(folder)}); process.stdout.write('in') }
  catch (error) { process.stdout.write(error.name) }
  process.stdin.resume()`

/** A process of its own that asks for the folder and stays; what it was told. */
async function ask(): Promise<{ process: ChildProcess; told: string }> {
  const asking = spawn(process.execPath, ['--input-type=module', '-e', program()], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { process: asking, told: String((await once(asking.stdout, 'data'))[0]) }
}

async function kill(killed: ChildProcess): Promise<void> {
  const gone = once(killed, 'exit')
  killed.kill('SIGKILL')
  await gone
}

it('gives a folder again that was let go, and forgets whose it was', () => {
  lockFolder(folder)()
  expect(readdirSync(folder)).toEqual(['folder.lock'])
  lockFolder(folder)()
})

it('refuses a folder whose holder lives, names it, and gives the folder when that is killed', async () => {
  const holder = await ask()
  expect(holder.told).toBe('in')
  expect(() => lockFolder(folder)).toThrow(`プロセス番号 ${holder.process.pid}`)
  await kill(holder.process)
  lockFolder(folder)()
})

it('lets one of many in that start at once where one was killed', async () => {
  await kill((await ask()).process)
  const asked = await Promise.all(Array.from({ length: 6 }, ask))
  expect(asked.map(({ told }) => told).sort()).toEqual([...Array(5).fill('StartError'), 'in'])
  await Promise.all(asked.map(({ process }) => kill(process)))
})
