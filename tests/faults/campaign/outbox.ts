import type { Capture } from '../../../offline/captures.ts'
import { databaseName } from '../../../offline/database.ts'
import type { CampaignPhone } from './phone.ts'

/** The rows of the phone's outbox, of all users; null: the page is on its way to another one. */
export function rowsOn(phone: CampaignPhone): Promise<Capture[] | null> {
  return phone.run(readRows, databaseName)
}

/** Runs in the page. */
async function readRows(name: string): Promise<Capture[]> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  try {
    if (!database.objectStoreNames.contains('captures')) return []
    return await done<Capture[]>(database.transaction('captures').objectStore('captures').getAll())
  } finally {
    database.close()
  }
}
