// Covers docs/requirements.md: 483

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  coverageText,
  readRequirements,
  readTags,
  readTestsByRequirement,
  requirementsOfTest,
  tagStart,
} from './requirements.ts'

const root = new URL('../', import.meta.url).pathname
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** A bar inside a cell is `\|`. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const quotedIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

describe('docs/requirements.md', () => {
  const requirements = readRequirements(root)

  it('numbers its rows in order, none of which is malformed', () => {
    const rows = textOf('docs/requirements.md')
      .split('\n')
      .filter((line) => /^\| *\d/.test(line))
    expect(requirements.length).toBeGreaterThan(600)
    expect(requirements.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  })

  it('says of each requirement without a test why it has none', () => {
    const tests = readTestsByRequirement(root)
    const silent = requirements.filter(({ number, notTested }) => !tests.has(number) && notTested === null)
    expect(silent).toEqual([])
  })

  it('has a row for each number in the first line of a test', () => {
    const numbers = new Set(requirements.map(({ number }) => number))
    const unknown = [...readTestsByRequirement(root)].filter(([number]) => !numbers.has(number))
    expect(unknown).toEqual([])
  })
})

describe('the first line of a test', () => {
  it('lists requirements in the one form, in ascending order, wherever a test has such a list', () => {
    const malformed = [...readTags(root)].filter(([, numbers]) => numbers === null)
    expect(malformed).toEqual([])
  })

  it.each([
    [`${tagStart}7, 12\n`, [7, 12]],
    ["import { test } from 'vitest'\n", []],
    [`${tagStart}12, 7\n`, null],
    [`${tagStart}7, 7\n`, null],
    [`${tagStart}7 and 12\n`, null],
    [`import { test } from 'vitest'\n${tagStart}7\n`, null],
  ])('%j covers %j', (text, numbers) => {
    expect(requirementsOfTest(text)).toEqual(numbers)
  })
})

test('docs/coverage.md is what `npm run coverage` writes', () => {
  expect(textOf('docs/coverage.md')).toBe(coverageText(root))
})

test('docs/security.md names only tests that exist', () => {
  const named = quotedIn(textOf('docs/security.md')).filter((name) => name.endsWith('.test.ts'))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
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
