import type { DateSystem } from '../../contract/import/serials.ts'
import { cellName, type Table, tableLimits } from '../../contract/import/table.ts'
import { type CellFormat, cellFormat, numberText } from './cell-formats.ts'
import { TableRows } from './table-rows.ts'
import { UnreadableTable } from './unreadable-table.ts'
import { WorkbookParts } from './workbook-parts.ts'

/** A sheet as it was read, with the names of the others. */
export interface Sheet {
  table: Table
  sheets: string[]
  sheet: string
  /** Cells whose text is the stored result of a formula. */
  formulas: number
}

interface Workbook {
  sheets: { name: string; path: string; isHidden: boolean }[]
  dateSystem: DateSystem
  strings: string
  styles: string
}

/**
 * Reads a sheet of an .xlsx file: the named one, else the first one that is not hidden. A formula has the result
 * that the file stores; a merged cell has the text of its first cell in each of its rows and columns, within rows
 * that have a text of their own. Throws `UnreadableTable`.
 */
export async function readWorkbook(bytes: Uint8Array, sheetName?: string): Promise<Sheet> {
  const parts = await WorkbookParts.open(bytes)
  const workbook = await readOutline(parts)
  const { sheets } = workbook
  const sheet =
    sheetName === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === sheetName)
  if (sheet === undefined) throw new UnreadableTable('sheet_unknown')
  const strings = await readStrings(parts, workbook.strings)
  const formats = await readFormats(parts, workbook.styles)
  const cells = await readCells(parts, sheet.path, { strings, formats, dateSystem: workbook.dateSystem })
  return { ...cells, sheets: sheets.map(({ name }) => name), sheet: sheet.name }
}

async function readOutline(parts: WorkbookParts): Promise<Workbook> {
  const path = [...(await relationsOf(parts, '')).values()].find(
    ({ type }) => type === 'officeDocument',
  )?.path
  if (path === undefined || !/workbook\.xml$/.test(path)) throw new UnreadableTable('not_xlsx')
  const relations = await relationsOf(parts, path)
  const ofType = (type: string) => [...relations.values()].find((each) => each.type === type)?.path ?? ''
  const workbook: Workbook = {
    sheets: [],
    dateSystem: 1900,
    strings: ofType('sharedStrings'),
    styles: ofType('styles'),
  }
  await parts.parse(path, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && isTrue(attributes['date1904'])) workbook.dateSystem = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const relation = relations.get(id)
      // Charts have sheets of their own.
      if (relation?.type !== 'worksheet') return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      workbook.sheets.push({ name: attributes['name'] ?? '', path: relation.path, isHidden })
    },
  })
  return workbook
}

const isTrue = (flag: string | undefined) => flag === '1' || flag === 'true'

/** Returns the parts that a part refers to, by their ids. `path`: empty for the file itself. */
async function relationsOf(parts: WorkbookParts, path: string) {
  const slash = path.lastIndexOf('/') + 1
  const [folder, name] = [path.slice(0, slash), path.slice(slash)]
  const relations = new Map<string, { type: string; path: string }>()
  await parts.parse(`${folder}_rels/${name}.rels`, {
    open: (tag, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (tag !== 'Relationship') return
      const { pathname } = new URL(target, `file:///${folder}`)
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), path: pathname.slice(1) })
    },
  })
  return relations
}

/** The texts of `si` and `is`: runs of several fonts are joined, readings of kanji are left out. */
function textRuns() {
  let text = ''
  let depth = 0
  let isText = false
  return {
    open: (name: string) => {
      if (name === 'rPh') depth++
      isText = name === 't' && depth === 0
    },
    close: (name: string) => {
      if (name === 'rPh') depth--
      isText = false
    },
    text: (part: string) => {
      if (isText) text += part
    },
    take: (): string => {
      // Characters that XML lacks (ECMA-376, 22.9.2.19).
      const taken = text.replace(/_x([0-9A-F]{4})_/gi, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
      text = ''
      return taken
    },
  }
}

async function readStrings(parts: WorkbookParts, path: string): Promise<string[]> {
  const strings: string[] = []
  const runs = textRuns()
  await parts.parse(path, {
    open: runs.open,
    text: runs.text,
    close: (name) => {
      runs.close(name)
      if (name === 'si') strings.push(runs.take())
    },
  })
  return strings
}

async function readFormats(parts: WorkbookParts, path: string): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isCell = false
  await parts.parse(path, {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCell = true
      if (name === 'xf' && isCell) formats.push(cellFormat(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  return formats
}

interface Context {
  strings: readonly string[]
  formats: readonly CellFormat[]
  dateSystem: DateSystem
}

async function readCells(parts: WorkbookParts, path: string, context: Context) {
  const table = new TableRows()
  const merges: Area[] = []
  const runs = textRuns()
  let row = { number: 0, cells: [] as string[] }
  let cell = { column: -1, type: 'n', style: 0, value: '', hasValue: false, isFormula: false }
  let isValue = false
  let formulas = 0
  const endCell = () => {
    const { column, hasValue, isFormula } = cell
    if (isFormula && !hasValue)
      throw new UnreadableTable('formula_without_value', { cell: cellName(row.number, column) })
    const text = cell.type === 'inlineStr' ? runs.take() : hasValue ? textOf(cell, context) : ''
    if (text === '') return
    if (isFormula) formulas++
    if (column >= tableLimits.columns)
      throw new UnreadableTable('too_many_columns', { cell: cellName(row.number, column) })
    while (row.cells.length < column) row.cells.push('')
    row.cells[column] = text
  }
  await parts.parse(path, {
    open: (name, attributes) => {
      runs.open(name)
      isValue = name === 'v'
      if (name === 'row') row = { number: Number(attributes['r'] ?? row.number + 1), cells: [] }
      else if (name === 'c') {
        const column = attributes['r'] === undefined ? cell.column + 1 : placeOf(attributes['r']).column
        const style = Number(attributes['s'] ?? 0)
        cell = { column, type: attributes['t'] ?? 'n', style, value: '', hasValue: false, isFormula: false }
      } else if (name === 'v') cell.hasValue = true
      else if (name === 'f') cell.isFormula = true
      else if (name === 'mergeCell') merges.push(areaOf(attributes['ref'] ?? ''))
    },
    text: (part) => {
      runs.text(part)
      if (isValue) cell.value += part
    },
    close: (name) => {
      runs.close(name)
      isValue = false
      if (name === 'c') endCell()
      else if (name === 'row') {
        table.add(row.number, row.cells)
        cell.column = -1
      }
    },
  })
  fillMerges(table, merges)
  return { table, formulas }
}

function textOf({ type, style, value }: { type: string; style: number; value: string }, context: Context) {
  switch (type) {
    case 's':
      return context.strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'd':
      return value.replace('T', ' ').replace(/(\.\d+)?Z?$/, '')
    case 'n': {
      const number = Number(value)
      if (value.trim() === '') return ''
      if (!Number.isFinite(number)) throw new UnreadableTable('damaged')
      return numberText(number, context.formats[style] ?? { kind: 'number' }, context.dateSystem)
    }
    default:
      return value
  }
}

interface Area {
  from: { row: number; column: number }
  to: { row: number; column: number }
}

/** A cell, such as B12, as a row from 1 and a column from 0. */
function placeOf(name: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(name) ?? []
  if (letters === '') throw new UnreadableTable('damaged')
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits), column }
}

function areaOf(name: string): Area {
  const [from = '', to = from] = name.split(':')
  return { from: placeOf(from), to: placeOf(to) }
}

/** Areas cannot overlap, so that more cells than a table has are a damaged file. */
function fillMerges({ rows }: TableRows, merges: readonly Area[]): void {
  let left = (tableLimits.rows + tableLimits.headerRows) * tableLimits.columns
  const indexOf = new Map(rows.map(({ number }, index) => [number, index]))
  for (const { from, to } of merges) {
    const first = indexOf.get(from.row)
    const text = first === undefined ? undefined : rows[first]?.cells[from.column]
    if (first === undefined || !text) continue
    const end = Math.min(to.column + 1, tableLimits.columns)
    for (let index = first; ; index++) {
      const row = rows[index]
      if (row === undefined || row.number > to.row) break
      left -= end - from.column
      if (left < 0) throw new UnreadableTable('damaged')
      while (row.cells.length < end) row.cells.push('')
      row.cells.fill(text, from.column, end)
    }
  }
}
