import { type Table, type TextEncoding, tableLimits } from '../../contract/import/table.ts'
import { decodeText } from './decode-text.ts'
import { parseDelimited } from './parse-delimited.ts'
import { readWorkbook, type Sheet } from './read-workbook.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** A table with what was found out about its file, which a page shows. */
export type ReadTable = (Sheet & { kind: 'xlsx' }) | { kind: 'text'; table: Table; encoding: TextEncoding }

const zip = [0x50, 0x4b]
/** Compound files: workbooks of before 2007, and encrypted ones of today. */
const compound = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * Reads a table from a file's bytes. What the file is, is decided by its bytes; its name only says what was expected.
 * Throws `UnreadableTable`.
 */
export async function readTable(bytes: Uint8Array, fileName: string, sheetName?: string): Promise<ReadTable> {
  if (bytes.length > tableLimits.bytes) throw new UnreadableTable('too_large')
  const begins = (mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)
  if (begins(compound)) throw new UnreadableTable(isEncrypted(bytes) ? 'encrypted' : 'old_xls')
  const read = begins(zip)
    ? { kind: 'xlsx' as const, ...(await readWorkbook(bytes, sheetName)) }
    : { kind: 'text' as const, ...readText(bytes, fileName) }
  if (read.table.rows.length === 0) throw new UnreadableTable('empty')
  return read
}

function readText(bytes: Uint8Array, fileName: string): { table: Table; encoding: TextEncoding } {
  if (/\.xls[xm]$/i.test(fileName)) throw new UnreadableTable('not_xlsx')
  const { text, encoding } = decodeText(bytes)
  return { table: parseDelimited(text), encoding }
}

/** By the name of the stream that contains the workbook. */
const isEncrypted = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  )
