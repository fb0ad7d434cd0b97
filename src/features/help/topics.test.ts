// Covers docs/requirements.md: 939, 940, 942

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readers } from './topic.ts'
import { helpTopics, topicsOf } from './topics.ts'

const root = new URL('../../../', import.meta.url)

/** The text of the product without its help. */
const product = globSync('{src,contract}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] })
  .filter((path) => !path.startsWith('src/features/help/'))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))
  .join('\n')
const ids = helpTopics.map(({ id }) => id)

describe('topics of ヘルプ', () => {
  it('exist for each person, each with its own address', () => {
    expect(readers.map((reader) => topicsOf[reader].length > 0)).toEqual([true, true, true])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(helpTopics)(
    '$id names labels as they are on the screens, in eight short steps at most',
    (topic) => {
      const { steps, troubles, screens } = topic
      const texts = [...steps, ...troubles.flatMap(({ problem, remedy }) => [problem, remedy])]
      const labels = texts.flatMap((text) =>
        [...text.matchAll(/「([^」]+)」/g)].map(([, label = '']) => label),
      )
      const named = [...labels, ...screens.map(({ label }) => label)]
      expect(named.filter((label) => !product.includes(label))).toEqual([])
      expect(steps.length).toBeLessThanOrEqual(8)
      expect(steps.filter((step) => step.length > 50)).toEqual([])
    },
  )

  it('lead to topics and screens that exist', () => {
    const related = helpTopics.flatMap((topic) => topic.related)
    expect(related.filter((id) => !ids.includes(id))).toEqual([])
    const routes = readFileSync(new URL('src/routeTree.gen.ts', root), 'utf8')
    const screens = helpTopics.flatMap((topic) => topic.screens)
    expect(screens.filter(({ to }) => !routes.includes(`'${to}'`))).toEqual([])
  })

  it('have their pictures, and no picture is left over', () => {
    const named = helpTopics.flatMap(({ pictures }) => pictures.map(({ name }) => `${name}.webp`))
    const files = globSync('public/help/*', { cwd: root }).map((path) => basename(path))
    expect(files.sort()).toEqual(named.sort())
  })
})
