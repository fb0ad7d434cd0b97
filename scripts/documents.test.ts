import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const documents = globSync(['*.md', '{docs,faces,reader}/**/*.md'], { cwd: root })
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) => {
      const kept = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      return kept.replaceAll(' ', '-')
    }),
  )
}

describe('documents', () => {
  it('link only to files and headings that exist', () => {
    const links = documents.flatMap((document) =>
      [...textOf(document).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(
        ([, path = '', anchor = '']) => {
          return { document, target: path === '' ? document : join(dirname(document), path), anchor }
        },
      ),
    )
    const broken = links.filter(({ target, anchor }) => {
      if (!existsSync(join(root, target))) return true
      return anchor !== '' && !anchorsOf(target).has(anchor)
    })
    expect(links.length).toBeGreaterThan(100)
    expect(broken).toEqual([])
  })

  it('have no line of more than 500 characters', () => {
    const long = documents.flatMap((document) =>
      textOf(document)
        .split('\n')
        .flatMap((line, index) => (line.length > 500 ? [`${document}:${index + 1}`] : [])),
    )
    expect(long).toEqual([])
  })
})
