/** The bytes of a character by its UTF-16 unit, as one number; 0: CP932 lacks it. */
const codes = encodingTable()

/**
 * Inverts the platform's decoder, as the Encoding Standard does: of several codes for a character the first one, without
 * the copies of IBM's characters at 0xED and 0xEE, which Windows does not write either.
 */
function encodingTable(): Uint16Array {
  const decoder = new TextDecoder('shift_jis')
  const table = new Uint16Array(0x10000)
  // Some decoders exchange control characters.
  for (let code = 1; code < 0x80; code++) table[code] = code
  const add = (code: number, ...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes))
    const unit = text.charCodeAt(0)
    if (text.length === 1 && text !== '\ufffd' && table[unit] === 0) table[unit] = code
  }
  for (let code = 0xa1; code <= 0xdf; code++) add(code, code)
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue
    for (let trail = 0x40; trail <= 0xfc; trail++) if (trail !== 0x7f) add((lead << 8) | trail, lead, trail)
  }
  return table
}

/** Whether CP932 has all characters of a text. */
export function isInCp932(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (codes[text.charCodeAt(index)] === 0) return false
  return true
}

/** Returns a text in CP932 (Windows-31J). Throws for a text with characters that it lacks. */
export function encodeCp932(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const code = codes[text.charCodeAt(index)] ?? 0
    if (code === 0) throw new RangeError(`CP932 lacks a character at ${index}`)
    if (code > 0xff) bytes[length++] = code >> 8
    bytes[length++] = code & 0xff
  }
  return bytes.slice(0, length)
}
