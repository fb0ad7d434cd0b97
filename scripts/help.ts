/**
 * `npm run help [-- --data FOLDER --at URL]`: photographs the screens that the topics of ヘルプ name, and writes them to
 * `public/help/`. Starts the demonstration in a temporary folder and waits until it is filled, or uses the one that
 * runs at URL with its data in FOLDER.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { helpTopics } from '../src/features/help/topics.ts'
import { root } from './bootstrap.mjs'
import type { FirstSignIn } from './demo.ts'
import { photographScreens } from './help/screens.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, at: { type: 'string' } } })
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'kenshin-help-'))
const demonstration = values.at === undefined ? await startDemonstration() : null
try {
  const signIn: FirstSignIn = JSON.parse(readFileSync(join(folder, 'first-sign-in.json'), 'utf8'))
  const origin = values.at ?? demonstration?.origin ?? ''
  const written = join(root, 'public/help')
  mkdirSync(written, { recursive: true })
  const named = new Set(helpTopics.flatMap(({ pictures }) => pictures.map(({ name }) => name)))
  await photographScreens(origin, signIn, async (name, png) => {
    if (!named.delete(name)) throw new Error(`no topic names the picture ${name}`)
    writeFileSync(join(written, `${name}.webp`), await compressed(png))
    console.log(`· ${name}`)
  })
  if (named.size > 0) throw new Error(`no screen was photographed for ${[...named].join(', ')}`)
} finally {
  await demonstration?.stop()
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true })
}

/** WebP of at most 40 kB, as wide as a topic shows it. */
async function compressed(png: Buffer): Promise<Buffer> {
  for (let quality = 85; ; quality -= 10) {
    const webp = await sharp(png)
      .resize({ width: 960, withoutEnlargement: true })
      .webp({ quality, effort: 6 })
      .toBuffer()
    if (webp.length <= 40_000 || quality <= 15) return webp
  }
}

/** Starts the product with an empty database, and waits until its demonstration is filled. */
async function startDemonstration() {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let origin = ''
  for await (const line of createInterface(child.stdout)) {
    console.log(line)
    origin = /^ready: (\S+)/.exec(line)?.[1] ?? origin
    if (line.includes('the demonstration is complete')) {
      child.stdout.resume()
      return {
        origin,
        async stop() {
          child.kill('SIGTERM')
          await ended
        },
      }
    }
  }
  throw new Error('the server ended before the demonstration was filled')
}
