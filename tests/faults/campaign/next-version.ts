import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'

/** Another build of the console in dist/, made when first asked for and kept beside it. */
export function nextVersion(): () => Promise<string> {
  const mark = createHash('sha256').update(readFileSync('dist/sw.js')).digest('hex').slice(0, 16)
  const folder = `.cache/next-console/${mark}`
  let made: Promise<string> | null = null
  return () => {
    made ??= existsSync(folder) ? Promise.resolve(folder) : build(folder)
    return made
  }
}

async function build(folder: string): Promise<string> {
  // Other campaigns may build it too.
  const unfinished = `${folder}.${process.pid}`
  // In a process of its own: in this one the line would stand still.
  const child = spawn(process.execPath, ['tests/faults/campaign/build-next.ts', unfinished], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((ended) => child.once('exit', ended))
  if (code !== 0) throw new Error(`the next version was not built: ${code}`)
  if (existsSync(folder)) rmSync(unfinished, { recursive: true })
  else renameSync(unfinished, folder)
  return folder
}
