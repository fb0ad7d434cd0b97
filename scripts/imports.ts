/**
 * Fails on imports between our folders that the rules below do not allow (docs/architecture.md), and on
 * import cycles, types included.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { faultInConsole, sharedNounOf } from './console-layers.ts'
import { faultInServer, nounOf } from './server-layers.ts'

/** What each folder may import, besides itself. */
const directions: Record<string, readonly string[]> = {
  text: [],
  contract: ['text'],
  'reader/core': [],
  'reader/web': ['reader/core'],
  'reader/node': ['reader/core'],
  offline: ['contract', 'text'],
  sw: ['offline', 'contract', 'text'],
  src: ['offline', 'reader/web', 'contract', 'text'],
  server: ['reader/node', 'contract', 'text'],
  // Rendered meters. Only scripts and tests import them, so that the server does not carry them.
  faces: ['reader/core', 'contract', 'text'],
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
  if (folder !== undefined) {
    const allowed = [folder, ...(directions[folder] ?? [])]
    if (!allowed.some((name) => to.startsWith(`${name}/`)))
      return `${folder} imports only ${allowed.slice(1).join(', ') || 'nothing of ours'}`
  }
  if (folder === 'src') return faultInConsole(from, to)
  return to.startsWith('server/') ? faultInServer(from, to) : null
}

/** Strongly connected components of more than one node (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    const start = stack.push(node) - 1
    let low = index
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const found = stack.splice(start)
      if (found.length > 1) circles.push(found)
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}

const files = globSync('{text,contract,reader,offline,sw,src,server,faces,scripts}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path) && !path.endsWith('routeTree.gen.ts'),
)
if (files.length === 0) throw new Error('no files found: run this from the project’s folder')

const imports = new Map(
  files.map((from) => [
    from,
    importsOf(from)
      .filter((request) => request.startsWith('.'))
      .map((request) => normalize(join(dirname(from), request))),
  ]),
)
/** Circles among folders that are nouns of one layer. */
function circlesOfNouns(nounOf: (path: string) => string | null): string[][] {
  const nouns = Map.groupBy(
    [...imports].flatMap(([from, all]) => all.map((to) => [nounOf(from), nounOf(to)] as const)),
    ([noun]) => noun,
  )
  return circlesOf(
    new Map(
      [...nouns].flatMap(([noun, all]) => (noun === null ? [] : [[noun, all.flatMap(([, to]) => to ?? [])]])),
    ),
  )
}
const faults = [
  ...[...imports].flatMap(([from, all]) =>
    all.flatMap((to) => {
      const fault = faultOf(from, to)
      return fault === null ? [] : [`${from} → ${to}: ${fault}`]
    }),
  ),
  ...circlesOf(imports).map((circle) => `a circle of imports: ${circle.join(', ')}`),
  ...circlesOfNouns(nounOf).map((circle) => `a circle of nouns in server/features: ${circle.join(', ')}`),
  ...circlesOfNouns(sharedNounOf).map((circle) => `a circle of nouns in src/shared: ${circle.join(', ')}`),
]
for (const fault of faults) console.error(fault)
console.log(`${files.length} files, ${faults.length} forbidden imports`)
process.exitCode = faults.length === 0 ? 0 : 1
