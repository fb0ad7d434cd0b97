import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Builds whose files are served: a tab of an earlier one may load a part that it has not needed so far. */
const builds = 3
/** In the built folder: names of the assets of each build, the newest first. The server sends no dotfiles. */
const listName = '.builds.json'

interface Earlier {
  /** Names of the assets of each build, the newest first. */
  lists: string[][]
  /** By name. */
  files: Map<string, Buffer>
}

/** The assets of the last builds in `folder`, before a new one empties it. */
export async function readEarlier(folder: string): Promise<Earlier> {
  const lists = await readFile(join(folder, listName), 'utf8').then(
    (text) => JSON.parse(text) as string[][],
    () => [],
  )
  const kept = lists.slice(0, builds - 1)
  const files = new Map<string, Buffer>()
  for (const name of new Set(kept.flat())) {
    const bytes = await readFile(join(folder, 'assets', name)).catch(() => null)
    if (bytes !== null) files.set(name, bytes)
  }
  return { lists: kept, files }
}

/** Puts earlier assets beside those of the new build, and notes which are its own. */
export async function restoreEarlier(folder: string, { lists, files }: Earlier): Promise<void> {
  const assets = join(folder, 'assets')
  await mkdir(assets, { recursive: true })
  const own = await readdir(assets)
  for (const [name, bytes] of files) if (!own.includes(name)) await writeFile(join(assets, name), bytes)
  await writeFile(join(folder, listName), JSON.stringify([own, ...lists]))
}

/** Keeps the assets of the last builds (requirement 31). After all that writes into the folder. */
export function keepAssets(): Plugin {
  let folder = ''
  let earlier: Promise<Earlier> | undefined
  return {
    name: 'keep-assets',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async buildStart() {
      earlier ??= readEarlier(folder)
      await earlier
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (earlier) await restoreEarlier(folder, await earlier)
      },
    },
  }
}
