import { isInCalendar } from '../../zone.ts'

/** Where a page of readings ended: the key that the list is sorted by. */
export interface Cursor {
  createdAt: Date
  id: number
}

const pattern = /^(-?\d{1,15})\.(\d{1,15})$/

export const printCursor = ({ createdAt, id }: Cursor) =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url')

/** Null for anything that we did not print. */
export function parseCursor(text: string): Cursor | null {
  const match = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (match === null) return null
  const cursor = { createdAt: new Date(Number(match[1])), id: Number(match[2]) }
  if (!isInCalendar(cursor.createdAt)) return null
  return printCursor(cursor) === text ? cursor : null
}
