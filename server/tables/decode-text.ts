import type { TextEncoding } from '../../contract/import/table.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** Of texts without a byte order mark. */
const encodings = ['utf-8', 'shift_jis'] as const

/**
 * Decodes a text file: by its byte order mark, else as UTF-8 or CP932. Throws `UnreadableTable` with the line of the
 * first character that cannot be decoded, in the encoding in which most lines can be.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const candidates = marked(bytes) ?? encodings
  if (candidates === encodings && bytes.includes(0)) throw new UnreadableTable('not_text')
  for (const encoding of candidates) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
    } catch {
      // The next one.
    }
  }
  const lines = candidates.map((encoding) => firstBadLine(bytes, encoding))
  throw new UnreadableTable('encoding', { line: Math.max(...lines) })
}

function marked([first, second]: Uint8Array): readonly TextEncoding[] | null {
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  return first === 0xfe && second === 0xff ? ['utf-16be'] : null
}

function firstBadLine(bytes: Uint8Array, encoding: TextEncoding): number {
  const text = new TextDecoder(encoding).decode(bytes)
  return text.slice(0, text.indexOf('\ufffd')).split('\n').length
}
