import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** A bar inside a cell is `\|`. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const rows = textOf('docs/coverage.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map(cellsOf)

const quotedIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const holds = (part: string) => /^`[^`]+\.test\.tsx?`$/.test(part) || /^read \d{4}-\d{2}-\d{2}$/.test(part)

describe('docs/coverage.md', () => {
  test('has a whole row for everything that the document asks for, numbered in order', () => {
    expect(rows.length).toBeGreaterThan(200)
    expect(rows.map(([number]) => Number(number))).toEqual(rows.map((_, index) => index + 1))
    expect(rows.filter((cells) => cells.length !== 5 || cells.includes(''))).toEqual([])
  })

  test('calls nothing built without saying where, and which tests or what reading holds it', () => {
    const built = rows.filter(([, , , , state = '']) => /^(?:rule )?built/.test(state))
    expect(
      built.filter(
        ([, , place = '', by = '']) =>
          quotedIn(place).length === 0 || !by.split('; ').every((part) => holds(part)),
      ),
    ).toEqual([])
    const states = /^(?:built|rule built|open: |second document: )/
    expect(rows.filter(([, , , , state = '']) => !states.test(state))).toEqual([])
  })

  test('names only files that exist', () => {
    const named = rows.flatMap(([, , place = '', by = '']) => [...quotedIn(place), ...quotedIn(by)])
    expect(named.length).toBeGreaterThan(400)
    expect([...new Set(named)].filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })
})

test('docs/security.md names only tests that exist', () => {
  const named = quotedIn(textOf('docs/security.md')).filter((name) => name.endsWith('.test.ts'))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('docs/glossary.md names only identifiers that occur in the code', () => {
  const named = textOf('docs/glossary.md')
    .split('\n')
    .map(cellsOf)
    .filter((cells) => cells.length === 3)
    .flatMap(([, identifiers = '']) => quotedIn(identifiers))
    .flatMap((name) => (name.endsWith('.ts') ? name : name.split('.')))
  expect(named.length).toBeGreaterThan(100)
  const code = globSync('{contract,faces,offline,reader,scripts,server,src,sw,text}/**/*.{ts,tsx}', {
    cwd: root,
  })
    .map(textOf)
    .join('\n')
  const occurs = (name: string) =>
    new RegExp(`(?<![\\w-])${name.replaceAll('.', '\\.')}(?![\\w-])`).test(code)
  expect([...new Set(named)].filter((name) => !occurs(name))).toEqual([])
})
