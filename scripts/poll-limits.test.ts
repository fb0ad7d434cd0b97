import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { longestWait } from '../tests/support/browser/longest-wait.ts'

const root = new URL('../', import.meta.url)
const files = globSync(
  ['{contract,faces,offline,reader,scripts,server,src,sw,text}/**/*.test.{ts,tsx}', 'tests/**/*.{ts,tsx}'],
  { cwd: root, exclude: ['scripts/poll-limits.test.ts'] },
)

interface AstNode {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value

const isShortLimit = (value: unknown): boolean =>
  isNode(value) &&
  value.type === 'Property' &&
  isNode(value['key']) &&
  value['key']['name'] === 'timeout' &&
  isNode(value['value']) &&
  typeof value['value']['value'] === 'number' &&
  value['value']['value'] < longestWait

/** Options of `expect`, `waitFor` and shared constants that end a wait earlier than the default (decision 081). */
function shortLimitsIn(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (value: unknown, parent: AstNode | null) => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, parent)
      return
    }
    if (!isNode(value)) return
    const properties = value.type === 'ObjectExpression' ? (value['properties'] as unknown[]) : []
    if (properties.some(isShortLimit) && parent !== null) {
      const callee = isNode(parent['callee']) ? text.slice(parent['callee'].start, parent['callee'].end) : ''
      const isShared = parent.type === 'VariableDeclarator' && properties.length === 1
      if (isShared || /^expect\b|\bwaitFor\w*$/.test(callee)) {
        found.push(`${file}: ${text.slice(value.start, value.end)}`)
      }
    }
    for (const part of Object.values(value)) visit(part, value)
  }
  visit(parseSync(file, text).program, null)
  return found
}

test.each([
  ['await expect.poll(read, { timeout: 20_000 }).toBe(1)', true],
  ['await expect\n  .poll(async () => (await read()).n, { timeout: 5000, interval: 20 })\n  .toBe(1)', true],
  ['await expect.element(button, { timeout: 10_000 }).toBeEnabled()', true],
  ['await expect(row).toContainText("a", { timeout: 2e4 })', true],
  ['await row.waitFor({ state: "detached", timeout: 1000 })', true],
  ['const longer = { timeout: 10_000 }', true],
  ['await expect.poll(read, { timeout: 200_000 }).toBe(1)', false],
  ['await expect.poll(read, { interval: 100 }).toBe(1)', false],
  // The limit is what is tested.
  ['const agent = await sendWith({ timeout: 200 })', false],
  ['const options = { name: "its time ends", limits: { timeout: 1 } }', false],
])('%s: a limit below the default is found: %s', (text, isFound) => {
  expect(shortLimitsIn('example.ts', text)).toHaveLength(isFound ? 1 : 0)
})

test('no test waits for less time than the default', () => {
  expect(files.length).toBeGreaterThan(500)
  const wrong = files.flatMap((file) => shortLimitsIn(file, readFileSync(new URL(file, root), 'utf8')))
  expect(wrong).toEqual([])
})
