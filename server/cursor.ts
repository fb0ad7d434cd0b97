import { Failure } from './api/call.ts'
import { isValidInstant } from './time-zone.ts'

/** Where a page ended: the time the list is sorted by, then the row’s id. */
export interface Cursor {
  at: Date
  id: number
}

const pattern = /^(-?\d{1,15})\.(\d{1,15})$/

export const encodeCursor = ({ at, id }: Cursor) => Buffer.from(`${at.getTime()}.${id}`).toString('base64url')

/** Decodes `after`; throws `validation_failed` for anything that we did not encode. */
export function decodeCursor(after: string | undefined): Cursor | null {
  if (after === undefined) return null
  const cursor = parse(after)
  if (cursor === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'after', message: '続きの位置が正しくありません' }],
    })
  }
  return cursor
}

function parse(text: string): Cursor | null {
  const match = pattern.exec(Buffer.from(text, 'base64url').toString())
  if (match === null) return null
  const cursor = { at: new Date(Number(match[1])), id: Number(match[2]) }
  if (!isValidInstant(cursor.at)) return null
  return encodeCursor(cursor) === text ? cursor : null
}
