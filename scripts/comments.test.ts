import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const sources = globSync(
  '{contract,faces,offline,reader,scripts,server,src,sw,text,tests}/**/*.{ts,tsx,mjs}',
  {
    cwd: root,
  },
)
/** Where other names that comments speak of are defined: styles, tables, settings, programs. */
const others = globSync(
  [
    '{public,server,src}/**/*.{css,html,sql}',
    'reader/training/**/*.py',
    '*.{html,json,ts}',
    '{.ci,.github}/**/*',
    'docs/operations.md',
  ],
  { cwd: root, exclude: ['package-lock.json'] },
).filter((path) => /\.\w+$|^\.ci\/run$/.test(path))

const words = (text: string) => text.match(/[A-Za-z_$][\w$]*/g) ?? []

/** The comments of a source, and the source without them. */
function split(path: string): { comments: string[]; code: string } {
  const text = read(path)
  const { comments } = parseSync(path, text)
  let code = ''
  let end = 0
  for (const comment of comments) {
    code += text.slice(end, comment.start)
    end = comment.end
  }
  return { comments: comments.map(({ value }) => value), code: code + text.slice(end) }
}

/** Names in backticks: one word or a path of words, such as `rows.put`, `save()` or `<Button>`. */
function namesIn(comment: string): string[] {
  return [...comment.matchAll(/`([^`\n]+)`/g)].flatMap(([, quoted = '']) =>
    /^<?[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*(\(\))?>?$/.test(quoted) ? words(quoted) : [],
  )
}

test('every name in backticks in a comment exists', () => {
  const parts = sources.map((path) => ({ path, ...split(path) }))
  const known = new Set([
    ...parts.flatMap(({ code }) => words(code)),
    ...others.flatMap((path) => words(read(path))),
  ])
  const named = parts.flatMap(({ path, comments }) =>
    comments.flatMap(namesIn).map((name) => ({ path, name })),
  )
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
  // The check reads comments at all.
  expect(named.length).toBeGreaterThan(1000)
})
