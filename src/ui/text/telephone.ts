interface Telephone {
  /** Of the text, before and after the number. */
  before: string
  after: string
  /** As it was written. */
  number: string
  href: string
}

const digit = '[0-9０-９]'
/** What people write between the digits. */
const gap = '[-‐-―−－.() （）　]{0,2}'
const digits = (count: string) => `(?:${gap}${digit}){${count}}`
/** 11 digits from 050, 070, 080 or 090, other Japanese numbers with 10, and international ones from `+`. */
const numbers = [
  `[0０]${gap}[5-9５-９]${gap}[0０]${digits('8')}`,
  // The area code may be in brackets.
  `(?:[（(](?=${digit}{2,5}[）)]))?[0０]${digits('9')}`,
  `[+＋]${digits('8,15')}`,
]
const pattern = new RegExp(`(^|[^0-9０-９+＋])(${numbers.join('|')})(?!${digit})`)

/** Returns the first telephone number in a text, or null if there is none. */
export function telephoneIn(text: string): Telephone | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, left = '', number = ''] = match
  const start = match.index + left.length
  return {
    before: text.slice(0, start),
    number,
    after: text.slice(start + number.length),
    href: `tel:${number.normalize('NFKC').replace(/[^+0-9]/g, '')}`,
  }
}
