import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Requirement {
  number: number
  text: string
  /** What no test covers and why. Null if the tests cover the complete requirement. */
  notTested: string | null
}

/** What begins the first line of a test file that covers requirements. */
export const tagStart = '// Covers docs/requirements.md: '

const rowPattern = /^\| (?<number>\d+) \| (?<text>.+) \| (?:(?<note>.+) )?\|$/

function requirementOf(line: string): Requirement | null {
  const { number, text, note } = rowPattern.exec(line)?.groups ?? {}
  if (number === undefined || text === undefined) return null
  const notTested = /(?:^|; )not tested: (.+)$/.exec(note ?? '')?.[1] ?? null
  return { number: Number(number), text: text.replaceAll('\\|', '|'), notTested }
}

/** Returns headings as text and rows as requirements, in the order of docs/requirements.md. */
function readOutline(root: string): (string | Requirement)[] {
  const lines = readFileSync(join(root, 'docs/requirements.md'), 'utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith('#') ? line : (requirementOf(line) ?? [])))
}

export function readRequirements(root: string): Requirement[] {
  return readOutline(root).filter((entry) => typeof entry !== 'string')
}

/** Returns the numbers in the first line of a test file: none without a tag, null if the tag is malformed. */
export function requirementsOfTest(text: string): number[] | null {
  const [line = ''] = text.split('\n', 1)
  if (!line.startsWith(tagStart)) return text.includes(`\n${tagStart.trimEnd()}`) ? null : []
  const list = line.slice(tagStart.length)
  if (!/^\d+(?:, \d+)*$/.test(list)) return null
  const numbers = list.split(', ').map(Number)
  const isSorted = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
  return isSorted ? numbers : null
}

/** Returns the requirements that each test file names, by its path. */
export function readTags(root: string): Map<string, number[] | null> {
  const folders = '{contract,faces,offline,reader,scripts,server,src,sw,tests,text}'
  const paths = globSync(`${folders}/**/*.test.{ts,tsx}`, { cwd: root }).toSorted()
  return new Map(paths.map((path) => [path, requirementsOfTest(readFileSync(join(root, path), 'utf8'))]))
}

/** Returns the paths of the tests that cover each requirement, by its number. */
export function readTestsByRequirement(root: string): Map<number, string[]> {
  const tests = new Map<number, string[]>()
  for (const [path, numbers] of readTags(root))
    for (const number of numbers ?? []) tests.set(number, [...(tests.get(number) ?? []), path])
  return tests
}

/** Returns what docs/coverage.md must contain. */
export function coverageText(root: string): string {
  const tests = readTestsByRequirement(root)
  const all = readRequirements(root)
  const uncovered = all.filter(({ number }) => !tests.has(number))
  const partial = all.filter(({ number, notTested }) => tests.has(number) && notTested !== null)
  const reasons = (requirements: readonly Requirement[]) =>
    requirements
      .map(({ number, text, notTested }) => `- **${number}** ${text}\n  - not tested: ${notTested}`)
      .join('\n')
  const entries = readOutline(root)
    .slice(1)
    .map((entry) => {
      if (typeof entry === 'string') return `\n${entry}\n`
      const paths = (tests.get(entry.number) ?? []).map((path) => `\n  - \`${path}\``)
      return `- **${entry.number}** ${entry.text}${paths.join('')}`
    })
  return `# Coverage

Written by \`npm run coverage\` from [requirements.md](requirements.md) and the first lines of the test files. Do not edit.

Of ${all.length} requirements, ${all.length - uncovered.length - partial.length} are covered by tests, ${partial.length} in part and ${uncovered.length} by none.

## Covered by no test

${reasons(uncovered)}

## Covered in part

${reasons(partial)}

${entries
  .join('\n')
  .replaceAll(/\n{3,}/g, '\n\n')
  .trim()}
`
}
