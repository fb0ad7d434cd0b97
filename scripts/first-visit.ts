import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** What the start page loads whatever is shown, one after the other (`src/main.ts`). */
const start = ['/node_modules/react-dom/client.js', '/src/lib/session.ts', '/src/start.tsx']

const frame = '/src/routes/-SignedIn.tsx'

/** The parts of the screens that visits begin with, by their path. */
const screens: Record<string, string[]> = {
  '/login': ['/src/routes/login.tsx'],
  '/': [frame, '/src/routes/index.tsx'],
  '/meters': [frame, '/src/routes/meters/index.tsx'],
  '/alerts': [frame, '/src/routes/alerts.tsx'],
  '/data': [frame, '/src/routes/data/index.tsx'],
}

const icon = '/icon.svg'
/** In the page itself: a request of its own, or two, would stand before the scripts. */
const iconInPage = () =>
  `data:image/svg+xml,${encodeURIComponent(readFileSync(new URL(`../public${icon}`, import.meta.url), 'utf8'))}`

/** Read by `server/plugins/console.ts`. */
const listName = 'first-screens.json'

/**
 * A first visit asks for all its files at once rather than for each when another has been read. What every screen needs
 * stands in the page; what a path needs is listed for the server, which names it with the page. None of the scripts
 * holds up the first paint, so styles come before them.
 */
export function firstVisit(): Plugin {
  return {
    name: 'first-visit',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
        const files = filesOf(bundle, start).filter((name) => name !== entry?.fileName)
        return {
          html: html
            .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
            .replace(`href="${icon}"`, () => `href="${iconInPage()}"`),
          tags: files.filter((name) => !html.includes(name)).map(tagOf),
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const common = new Set(filesOf(bundle, start))
        const listed = Object.entries(screens).map(([path, modules]) => [
          path,
          filesOf(bundle, modules).filter((name) => !common.has(name)),
        ])
        this.emitFile({
          type: 'asset',
          fileName: listName,
          source: JSON.stringify(Object.fromEntries(listed), null, 2),
        })
      },
    },
  }
}

const isScript = (name: string) => name.endsWith('.js')

const tagOf = (name: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: isScript(name)
    ? { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `/${name}` }
    : { rel: 'stylesheet', crossorigin: true, href: `/${name}` },
  injectTo: 'head',
})

/** The scripts and styles that hold the modules, and those that they import. Fails where a module is nowhere. */
function filesOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const imported of chunk.imports) add(imported)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
  }
  for (const wanted of modules) {
    const holding = Object.values(bundle).filter(
      (file) =>
        file.type === 'chunk' &&
        // Routes are split: the part with the screen has a query behind its name.
        file.moduleIds.some((id) => id.endsWith(wanted) || id.includes(`${wanted}?`)),
    )
    if (holding.length === 0) throw new Error(`${wanted} is in no chunk`)
    for (const { fileName } of holding) add(fileName)
  }
  return [...files]
}
