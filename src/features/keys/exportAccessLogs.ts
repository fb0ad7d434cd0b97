import { type AccessLog, keyEndpoints } from '../../../contract/keys.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { call } from '../../lib/session/api.ts'
import type { DownloadOptions } from '../../ui/dialog/download.ts'
import type { Column } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'

/** As many as the server gives at once. */
const limit = 1000

/** Saves the whole log, page by page by key, newest first. Resolves to the number of rows. */
export async function exportAccessLogs(
  columns: readonly Column<AccessLog>[],
  { signal, onProgress }: DownloadOptions,
): Promise<number> {
  const rows: AccessLog[] = []
  let total = 0
  let after: string | undefined
  do {
    const page = await call(keyEndpoints.accessLogs, { query: { limit, after }, signal })
    rows.push(...page.data)
    if (after === undefined) total = page.count
    onProgress({ done: rows.length, total: Math.max(total, rows.length) })
    after = page.next ?? undefined
  } while (after !== undefined)
  signal.throwIfAborted()
  await saveFile(new File([csvOf(columns, rows)], 'access-logs.csv', { type: 'text/csv' }))
  return rows.length
}
