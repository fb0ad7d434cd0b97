/**
 * Reads cases from standard input, one JSON object a line, and writes one result a line; fields in README.md.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { read } from '../core/read.ts'
import { type CaseResult, parseCase, resultOfCase, settingsOfCase } from './case.ts'
import { decode } from './decode.ts'
import { loadModels } from './models.ts'

async function answer(line: string): Promise<CaseResult | { id: string | number | null; error: string }> {
  let id: string | number | null = null
  try {
    const given: unknown = JSON.parse(line)
    id = idOf(given)
    const known = parseCase(given)
    const picture = await decode(await readFile(known.image))
    const result = read(picture, settingsOfCase(known, picture), await loadModels())
    return resultOfCase(known, result)
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

function idOf(given: unknown): string | number | null {
  const id = typeof given === 'object' && given !== null && 'id' in given ? given.id : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** The consumer may close the pipe. */
process.stdout.on('error', () => process.exit())

for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const text = `${JSON.stringify(await answer(line))}\n`
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
