/** Soft hyphen, zero-width and bidirectional marks, variation selectors. */
export const invisible =
  '[\u00ad\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}]'

const isInvisible = new RegExp(invisible, 'gu')

/** Most codes and figures: they need no normalization, and tables have thousands of them. */
const ascii = /^[\x20-\x7e]*$/
export const isPlainAscii = (text: string): boolean => ascii.test(text)

/** Returns the text in NFKC and without invisible characters. */
export const plainText = (text: string): string =>
  isPlainAscii(text) ? text : text.replace(isInvisible, '').normalize('NFKC')
