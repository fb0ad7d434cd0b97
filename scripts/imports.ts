/**
 * Imports run one way (docs/architecture.md). Fails on any import between our folders that is not in the table below.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** What each folder may import of ours, besides itself. */
const directions: Record<string, readonly string[]> = {
  contract: [],
  'reader/core': [],
  'reader/web': ['reader/core'],
  'reader/node': ['reader/core'],
  offline: ['contract'],
  sw: ['offline', 'contract'],
  src: ['offline', 'reader/web', 'contract'],
  server: ['reader/node', 'contract'],
}

/** Inside `src`: routes → features → ui, lib, pwa; one feature does not import another. */
function insideConsole(from: string, to: string): string | null {
  const [, layer, name] = from.split('/')
  const [, target, other] = to.split('/')
  if (target === 'routes' && layer !== 'routes' && layer !== 'router.ts') return 'nothing imports a route'
  if (target !== 'features') return null
  if (layer === 'features' && name !== other) return 'one feature does not import another'
  if (layer === 'ui' || layer === 'lib' || layer === 'pwa') return `${layer}/ knows no feature`
  return null
}

/** Inside `server/features`: routes → service → repository → db. */
function insideServer(from: string, to: string): string | null {
  if (/\/routes\.ts$/.test(from) && /^server\/db\/(schema|tables)/.test(to))
    return 'a route goes through its feature to the database'
  if (/^server\/db\//.test(from) && /^server\/features\//.test(to)) return 'the database knows no feature'
  return null
}

const folderOf = (path: string) =>
  Object.keys(directions)
    .filter((folder) => path.startsWith(`${folder}/`))
    .at(0)

function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(path, 'utf8'))
  return [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((one) => one.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map((entry) =>
      readFileSync(path, 'utf8').slice(entry.moduleRequest.start + 1, entry.moduleRequest.end - 1),
    ),
  ]
}

function faultOf(from: string, to: string): string | null {
  const folder = folderOf(from)
  if (folder === undefined) return null
  const allowed = [folder, ...(directions[folder] ?? [])]
  if (!allowed.some((name) => to.startsWith(`${name}/`)))
    return `${folder} imports only ${allowed.slice(1).join(', ') || 'nothing of ours'}`
  return (
    (folder === 'src' ? insideConsole(from, to) : null) ??
    (folder === 'server' ? insideServer(from, to) : null)
  )
}

const files = globSync('{contract,reader,offline,sw,src,server}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path) && !path.endsWith('routeTree.gen.ts'),
)
let faults = 0
for (const from of files) {
  for (const request of importsOf(from)) {
    if (!request.startsWith('.')) continue
    const to = normalize(join(dirname(from), request))
    const fault = faultOf(from, to)
    if (fault === null) continue
    faults += 1
    console.error(`${from} → ${to}: ${fault}`)
  }
}
if (files.length === 0) throw new Error('no files found: run this from the project’s folder')
console.log(`${files.length} files, ${faults} imports against the house`)
process.exitCode = faults === 0 ? 0 : 1
