/** The layers of `src/`, from low to high, by folder or file. A file imports its own layer and lower ones. */
export const consoleLayers: readonly (readonly string[])[] = [
  ['pwa'],
  ['failures'],
  ['ui'],
  ['lib'],
  ['shared'],
  ['features'],
  ['routes'],
  ['router.ts'],
  ['global.css', 'main.tsx'],
]

const layerOf = (path: string): number => {
  const [, name = ''] = path.split('/')
  return consoleLayers.findIndex((layer) => layer.includes(name))
}

/** The noun of a file in `src/shared`; null for other files. */
export const sharedNounOf = (path: string): string | null => /^src\/shared\/([^/]+)\//.exec(path)?.[1] ?? null

/**
 * Returns why a file of `src/` may not import a file of ours, or null if it may. Of the calls it imports only those of
 * the noun, because a screen loads what it imports.
 */
export function faultInConsole(from: string, to: string): string | null {
  const [, layer, name] = from.split('/')
  const [top, , other] = to.split('/')
  if (to === 'contract/endpoints.ts') return 'calls are imported from their noun’s contract'
  if (top !== 'src') return layer === 'ui' && top !== 'text' ? 'ui/ knows no call and no noun' : null
  if (to === 'src/routeTree.gen.ts') return null
  for (const path of [from, to]) {
    if (layerOf(path) < 0) return `${path} has no layer in scripts/console-layers.ts`
  }
  if (layerOf(from) < layerOf(to)) return 'a lower layer of src/ knows no higher one'
  return layer === 'features' && to.startsWith('src/features/') && name !== other
    ? 'one feature does not import another'
    : null
}
