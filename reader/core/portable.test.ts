import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Exact by the standard, and constants. */
const exact = [
  ...['abs', 'ceil', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt', 'trunc', 'clz32'],
  ...['PI', 'SQRT2'],
]
/** Depend on the engine's tables, the time or the machine. */
const foreign = ['Intl', 'Date', 'performance', 'WebAssembly', 'crypto']
const local = /^(?:toLocale\w*|localeCompare)$/

/** Everything in a source whose result may differ between engines. */
function differencesIn(path: string, source: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const tell = (what: string, at: number) =>
    found.push(`${path}:${source.slice(0, at).split('\n').length}: ${what}`)
  new Visitor({
    MemberExpression({ object, property, start }) {
      const name = property.type === 'Identifier' ? property.name : 'a computed member'
      if (object.type === 'Identifier' && object.name === 'Math' && !exact.includes(name))
        tell(`Math.${name}`, start)
      if (local.test(name)) tell(name, start)
    },
    // Math destructured or passed on.
    VariableDeclarator({ init, start }) {
      if (init?.type === 'Identifier' && init.name === 'Math') tell('Math', start)
    },
    BinaryExpression({ operator, start }) {
      if (operator === '**') tell('**', start)
    },
    AssignmentExpression({ operator, start }) {
      if (operator === '**=') tell('**=', start)
    },
    Identifier({ name, start }) {
      if (foreign.includes(name)) tell(name, start)
    },
  }).visit(program)
  return found
}

test.each([
  'Math.sin(1)',
  'Math.random()',
  'Math["exp"](1)',
  'const { cos } = Math',
  '2 ** 0.5',
  'let a = 2\na **= 2',
  'Date.now()',
  '(1.5).toLocaleString()',
  'new Intl.NumberFormat("ja")',
])('%s is refused in the reader', (source) => {
  expect(differencesIn('given.ts', source)).toHaveLength(1)
})

test('the reader uses nothing of which two engines may make different results', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
  expect(sources.length).toBeGreaterThan(20)
  const found = sources.flatMap((path) =>
    differencesIn(path, readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
  )
  expect(found).toEqual([])
})
