import { databaseName } from '../../../offline/database.ts'
import type { Row } from '../../../offline/rows.ts'
import type { CampaignPhone } from './phone.ts'

/** The rows of the phone's outbox, of all users; null: the page is on its way to another one. */
export function rowsOn(phone: CampaignPhone): Promise<Row[] | null> {
  return phone.run(readRows, databaseName)
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
