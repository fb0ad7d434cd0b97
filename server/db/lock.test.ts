import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './lock.ts'
import { identify } from './processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => join(folder, 'server.lock')

describe('lockFolder', () => {
  it('leaves nothing behind when it is let go', () => {
    lockFolder(folder)()
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a folder whose holder lives, and names it', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(holder, 'spawn')
    writeFileSync(lock(), JSON.stringify(identify(Number(holder.pid))))
    expect(() => lockFolder(folder)).toThrow(`プロセス番号 ${holder.pid}`)
    expect(readdirSync(folder)).toEqual(['server.lock'])
    const gone = once(holder, 'exit')
    holder.kill('SIGKILL')
    await gone
    lockFolder(folder)()
  })

  it('takes over from a process whose number another one bears now', () => {
    writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: 'long ago' }))
    const release = lockFolder(folder)
    expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(identify(process.pid))
    release()
  })

  it.each(['', '{', '{"pid":1}'])('takes over a lock that says %j', (text) => {
    writeFileSync(lock(), text)
    lockFolder(folder)()
    expect(existsSync(lock())).toBe(false)
  })

  it('does not remove a lock that is no longer its own', () => {
    const release = lockFolder(folder)
    writeFileSync(lock(), 'another')
    release()
    expect(readFileSync(lock(), 'utf8')).toBe('another')
  })

  it('lets one of many in that start at once over a dead lock', async () => {
    writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 + 1, started: 'dead' }))
    const program = `
      import { lockFolder } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)}
      try { lockFolder(${JSON.stringify(folder)}); process.stdout.write('in\\n') }
      catch (error) { process.stdout.write('out\\n') }
      process.stdin.resume()`
    const processes = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const words = await Promise.all(
      processes.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
    )
    expect(words.sort()).toEqual(['in', 'out', 'out', 'out', 'out', 'out'])
    await Promise.all(
      processes.map(async (one) => {
        const gone = once(one, 'exit')
        one.stdin.end()
        one.kill('SIGKILL')
        await gone
      }),
    )
  })
})

it('tells a process that has ended from one that runs', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  expect(identify(pid)).toBeNull()
  expect(identify(process.pid)).toMatchObject({ pid: process.pid })
})
