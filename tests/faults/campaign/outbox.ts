import { databaseName } from '../../../offline/database.ts'
import type { Row } from '../../../offline/rows.ts'
import { Found, until } from './inspector.ts'
import type { CampaignPhone } from './phone.ts'

/** The rows of the phone's outbox, of all users; waits for a page that is on its way to another one. */
export async function rowsOn(phone: CampaignPhone): Promise<Row[]> {
  const rows = await until(() => phone.run(readRows, databaseName), 30_000)
  if (rows === null) throw new Found('no page to read the rows in')
  return rows
}

/** Runs in the page. */
async function readRows(name: string): Promise<Row[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  try {
    if (!database.objectStoreNames.contains('captures')) return []
    return await done<Row[]>(database.transaction('captures').objectStore('captures').getAll())
  } finally {
    database.close()
  }
}
