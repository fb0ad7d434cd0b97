import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Section } from './reader-cases.ts'
import type { Table } from './reader-score.ts'

const page = new URL('../../../reader/README.md', import.meta.url)
const cache = new URL('../../../.cache/bench/', import.meta.url)
const kept = new URL('reader.json', cache)

/** Inputs of the tables of targets and confidences, by part. */
export type Figures = Record<string, Pick<Section, 'targets' | 'outcomes'>>

/** Formats a table: texts left, numbers right. */
function written({ title, header, rows, note, texts = 1 }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(header),
    line(header.map((_, column) => (column < texts ? '---' : '--:'))),
    ...rows.map((cells) => line(header.map((_, column) => cells[column] ?? ''))),
  ].join('\n')
  return [title, table, ...(note ? [note] : [])].join('\n\n')
}

/** Replaces a part's tables between its marks in reader/README.md. */
export async function writeOnPage(part: string, tables: readonly Table[], when: string): Promise<void> {
  const [from, to] = [`<!-- ${part} -->\n`, `<!-- end of ${part} -->`]
  const text = await readFile(page, 'utf8')
  const [start, end] = [text.indexOf(from), text.indexOf(to)]
  if (start < 0 || end < start) throw new Error(`reader/README.md has no place for ${part}`)
  const body = [...tables.map(written), `(${when})`].join('\n\n')
  await writeFile(page, `${text.slice(0, start + from.length)}\n${body}\n\n${text.slice(end)}`)
}

/** Each part's last results, so that parts can run separately. */
export async function keptFigures(): Promise<Figures> {
  return readFile(kept, 'utf8').then(JSON.parse, () => ({}))
}

export async function keepFigures(part: string, { targets, outcomes }: Section): Promise<void> {
  await mkdir(cache, { recursive: true })
  await writeFile(kept, JSON.stringify({ ...(await keptFigures()), [part]: { targets, outcomes } }))
}
