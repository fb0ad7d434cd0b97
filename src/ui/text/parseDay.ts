import * as z from 'zod/mini'

const written = /^(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2})|(\d{2})(\d{2}))$/
const existing = z.iso.date()

/**
 * Parses a typed day from 1900 on: full-width digits, `2027-03-31`, `2027/3/31`, `20270331`, `2027年3月31日`. Null when
 * empty, undefined when invalid.
 */
export function parseDay(text: string): string | null | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s日]/g, '')
    .replace(/[年月−‐–ー]/g, '-')
  if (plain === '') return null
  const [, year = '', month, date, twoDigitMonth = '', twoDigitDate = ''] = written.exec(plain) ?? []
  const day = [year, month ?? twoDigitMonth, date ?? twoDigitDate]
    .map((part) => part.padStart(2, '0'))
    .join('-')
  return year >= '1900' && existing.safeParse(day).success ? day : undefined
}
