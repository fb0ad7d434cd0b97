import type { Input } from '../../../contract/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { type Cursor, parseCursor, printCursor } from './cursor.ts'
import { countReadings, type Filter, listReadings, type ReadingRow } from './repository.ts'
import { stretchOf } from './span.ts'

type Query = Input<(typeof readingEndpoints)['readings']>['query']

const usualLimit = 50
const greatestLimit = 1000

/** One page, how many rows the filters select in all, and where the next page begins. */
export async function listPage(
  tx: Tx,
  { organizationId, timeZone }: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
): Promise<{ rows: ReadingRow[]; count: number; next: string | undefined }> {
  const filter: Filter = {
    meterIds: query.meter_ids,
    inspectionIds: query.inspection_ids,
    groupIds: query.meter_group_ids,
    unitIds: query.meter_unit_ids,
    recorded: query.recorded_span && stretchOf(query.recorded_span, timeZone),
    onlyPictures: query.is_image,
    onlyAbnormal: query.is_abnormal,
  }
  const limit = Math.min(query.limit ?? usualLimit, greatestLimit)
  const rows = await listReadings(tx, organizationId, filter, {
    sort: query.sort_type ?? 'desc',
    skip: query.skip ?? 0,
    limit: limit + 1,
    after: cursorOf(query.after),
  })
  const count = await countReadings(tx, organizationId, filter)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { rows: rows.slice(0, limit), count, next: last && printCursor(last.reading) }
}

function cursorOf(after: string | undefined): Cursor | null {
  if (after === undefined) return null
  const cursor = parseCursor(after)
  if (cursor === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'after', message: '続きの位置が正しくありません' }],
    })
  }
  return cursor
}
