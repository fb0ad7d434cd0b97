/** Writes docs/coverage.md: which tests cover each requirement, and which requirements no test covers. */
import { writeFileSync } from 'node:fs'
import { coverageText } from './requirements.ts'

const root = new URL('../', import.meta.url).pathname
writeFileSync(`${root}docs/coverage.md`, coverageText(root))
