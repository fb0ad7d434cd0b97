/** The layers of `server/`, from low to high, by folder or file. A file imports its own layer and lower ones. */
export const serverLayers: readonly (readonly string[])[] = [
  [
    'allocation.json',
    'close-all.ts',
    'console-url.ts',
    'env.ts',
    'ip-address.ts',
    'limiter.ts',
    'log.ts',
    'node-flags.json',
    'secrets.ts',
    'shared-counts.ts',
    'stop-accepting.ts',
    'stop-limits.ts',
    'time-zone.ts',
  ],
  ['changes', 'db', 'imaging', 'llm', 'mail', 'push', 'storage', 'tables'],
  ['queue'],
  [
    'api',
    'cursor.ts',
    'deps.ts',
    'interval.ts',
    'newest-first.ts',
    'plugins',
    'presenter.ts',
    'unique-name.ts',
  ],
  ['features'],
  ['jobs'],
  ['app.ts', 'authenticator.ts', 'backup', 'main.ts', 'open-deps.ts', 'routes.ts', 'serve.ts', 'start.ts'],
]

const layerOf = (path: string): number => {
  const [, name = ''] = path.split('/')
  return serverLayers.findIndex((layer) => layer.includes(name))
}

/** The noun of a file in `server/features`; null for other files. */
export const nounOf = (path: string): string | null => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? null

/**
 * Returns why a file may not import a file of `server/`, or null if it may. Features, workers and scripts enter another
 * noun by its `index.ts` only; `server/routes.ts` gathers the routes of all nouns.
 */
export function faultInServer(from: string, to: string): string | null {
  const noun = nounOf(to)
  const isInner = noun !== null && noun !== nounOf(from) && to !== `server/features/${noun}/index.ts`
  const isRoutes = from === 'server/routes.ts' && to.endsWith('routes.ts')
  if (isInner && !isRoutes) return `a noun is entered by server/features/${noun}/index.ts`
  if (!from.startsWith('server/')) return null
  if (/\/routes\.ts$/.test(from) && /^server\/db\/(schema|tables)/.test(to))
    return 'a route goes through its feature to the database'
  for (const path of [from, to]) {
    if (layerOf(path) < 0) return `${path} has no layer in scripts/server-layers.ts`
  }
  return layerOf(from) < layerOf(to) ? 'a lower layer of server/ knows no higher one' : null
}
