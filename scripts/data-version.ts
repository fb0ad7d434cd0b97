import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names the form of what the console keeps of the server's answers: it changes with the calls and with the queries that
 * keep them, not with each build. A phone that was updated without signal works on with the lists that it has.
 */
export function dataVersion(root: string): string {
  const files = globSync(['contract/**/*.ts', 'src/lib/queries/**/*.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
