import * as z from 'zod/mini'
import { withDatabase } from '../../../offline/database.ts'

/** The meter whose photograph the phone's camera app is taking: the system may end this page behind it. */
const awaitedSchema = z.object({ meterId: z.number(), at: z.number() })

const name = 'awaited-photograph'
/** Later the inspector is elsewhere. Milliseconds. */
const longest = 30 * 60_000
/** A page that has been open for longer does not begin anew. Milliseconds. */
const beginning = 60_000

function change(meterId: number | null): void {
  withDatabase(async (database) => {
    const transaction = database.transaction('cache', 'readwrite', { durability: 'strict' })
    if (meterId === null) await transaction.store.delete(name)
    else await transaction.store.put({ meterId, at: Date.now() }, name)
    await transaction.done
  }).catch(console.warn)
}

export const awaitPhotograph = (meterId: number): void => change(meterId)
export const endAwaiting = (): void => change(null)

/** The meter at whose capture a page that was ended in the meantime goes on; null: nothing was awaited. */
export async function awaitedMeter(): Promise<number | null> {
  try {
    const awaited = awaitedSchema.safeParse(await withDatabase((database) => database.get('cache', name)))
    if (!awaited.success || Math.abs(Date.now() - awaited.data.at) > longest) return null
    return awaited.data.meterId
  } catch {
    return null
  }
}

/** Whether this page has been open for less than a minute. */
export const hasJustBegun = (): boolean => performance.now() < beginning

/** The same as `awaitedMeter` for a page that has just begun. */
export const awaitedAtStart = (): Promise<number | null> =>
  hasJustBegun() ? awaitedMeter() : Promise.resolve(null)
