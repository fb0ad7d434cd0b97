import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Plugin } from 'vite'

const gains = /\.(html|js|css|svg|bin|txt|webmanifest)$/
/** Bytes; smaller files gain nothing. */
const worthwhile = 1024

const squeeze = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  // For plain HTTP on a local network: browsers accept brotli over TLS only.
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** Writes compressed copies beside the built files, so that the server need not compress. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      // The worker is written in closeBundle too.
      order: 'post',
      sequential: true,
      async handler() {
        const names = await readdir(folder, { recursive: true })
        await Promise.all(names.filter((name) => gains.test(name)).map((name) => copies(join(folder, name))))
      },
    },
  }
}

async function copies(path: string): Promise<void> {
  if ((await stat(path)).size < worthwhile) return
  const bytes = await readFile(path)
  for (const [ending, compress] of Object.entries(squeeze)) {
    const small = await compress(bytes)
    if (small.length < 0.9 * bytes.length) await writeFile(`${path}.${ending}`, small)
  }
}
