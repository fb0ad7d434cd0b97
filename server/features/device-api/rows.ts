import * as z from 'zod/mini'
import type { RefusedRow } from '../../../contract/device-api.ts'
import { Failure } from '../../api/call.ts'
import { remark } from '../../api/unknown-fields.ts'
import { issuesOf, onePerPath } from '../../api/validator.ts'

export interface ParsedRows<R> {
  rows: { index: number; row: R }[]
  /** Each wrong field of a row. */
  refused: RefusedRow[]
}

/** Parses the rows of a batch one by one, so that an unreadable one only affects itself. */
export function parseRows<R>(
  schema: z.ZodMiniType<R> & { shape: Record<string, z.ZodMiniType> },
  given: readonly unknown[],
  remarks: string[],
): ParsedRows<R> {
  const parsed: ParsedRows<R> = { rows: [], refused: [] }
  const unknown = new Set<string>()
  for (const [index, row] of given.entries()) {
    const result = z.safeParse(schema, row)
    if (result.success) {
      parsed.rows.push({ index, row: result.data })
      for (const key of Object.keys(row as object)) if (!(key in schema.shape)) unknown.add(key)
    } else {
      const issues = onePerPath(result.error.issues.flatMap(issuesOf))
      parsed.refused.push(...issues.map((issue) => ({ index, ...issue })))
    }
  }
  remarks.push(...[...unknown].slice(0, 10).map((key) => remark('項目', key)))
  return parsed
}

/** Refuses a call in which no row is left. `path` is the field that holds the rows. */
export function refuseWithoutRows({ rows, refused }: ParsedRows<unknown>, path: string | null): void {
  if (rows.length > 0) return
  throw new Failure('validation_failed', { issues: issuesOfRows(refused, path) })
}

/** Returns how many rows were refused, each for one or more of its fields. */
export const countRows = (refused: readonly RefusedRow[]): number =>
  new Set(refused.map(({ index }) => index)).size

export const issuesOfRows = (refused: readonly RefusedRow[], path: string | null) =>
  refused.map(({ index, path: field, message }) => ({
    path: [path, index, field].filter((part) => part !== null && part !== '').join('.'),
    message,
  }))
