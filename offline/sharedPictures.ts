/**
 * Pictures that another app shared with this one (`share_target` of the manifest), until a meter is chosen for them. Not
 * in the outbox: they belong to no meter and no person yet, and still exist where they came from.
 */
const sharedCache = 'kenshin-shared'

const prefix = '/shared/'

export async function keepShared(picture: Blob): Promise<void> {
  const cache = await caches.open(sharedCache)
  await cache.put(`${prefix}${crypto.randomUUID()}`, new Response(picture))
}

/** Ids, first shared first. */
export async function listShared(): Promise<string[]> {
  const cache = await caches.open(sharedCache)
  const kept = await cache.keys()
  return kept.map(({ url }) => new URL(url).pathname.slice(prefix.length))
}

/** Null where it is gone. */
export async function readShared(id: string): Promise<Blob | null> {
  const answer = await caches.match(`${prefix}${id}`, { cacheName: sharedCache })
  return answer ? await answer.blob() : null
}

export async function removeShared(id: string): Promise<void> {
  const cache = await caches.open(sharedCache)
  await cache.delete(`${prefix}${id}`)
}

/** At sign-out: the next person has nothing to do with them. */
export async function clearShared(): Promise<void> {
  await caches.delete(sharedCache)
}
