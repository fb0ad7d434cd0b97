/** Type-checks each runtime with its own lib: `document` in the reader does not compile. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const projects = globSync('{*,reader/*}/tsconfig.json', { exclude: ['node_modules/**'] }).sort()
const failed = projects.filter((path) => spawnSync('tsc', ['-p', path], { stdio: 'inherit' }).status !== 0)
console.log(`${projects.length} projects, ${failed.length} with errors ${failed.join(' ')}`)
process.exitCode = failed.length === 0 && projects.length > 0 ? 0 : 1
