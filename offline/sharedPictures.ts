/**
 * Pictures that another app shared with this one (`share_target` of the manifest), until a meter is chosen for them. Not
 * in the outbox: they belong to no meter and no person yet, and still exist where they came from.
 */
const sharedCache = 'kenshin-shared'

const prefix = '/shared/'

/** With `lastModified`: the time of sharing, as the form that brings the picture carries no other. */
export async function keepShared(picture: File): Promise<void> {
  const cache = await caches.open(sharedCache)
  const headers = { 'last-modified': new Date(picture.lastModified).toUTCString() }
  await cache.put(`${prefix}${crypto.randomUUID()}`, new Response(picture, { headers }))
}

/** Ids, first shared first. */
export async function listShared(): Promise<string[]> {
  const cache = await caches.open(sharedCache)
  const kept = await cache.keys()
  return kept.map(({ url }) => new URL(url).pathname.slice(prefix.length))
}

/** Null where it is gone. */
export async function readShared(id: string): Promise<File | null> {
  const answer = await caches.match(`${prefix}${id}`, { cacheName: sharedCache })
  if (!answer) return null
  const picture = await answer.blob()
  const told = Date.parse(answer.headers.get('last-modified') ?? '')
  // Kept by a version that did not note it.
  const lastModified = Number.isNaN(told) ? Date.now() : told
  return new File([picture], id, { type: picture.type, lastModified })
}

export async function removeShared(id: string): Promise<void> {
  const cache = await caches.open(sharedCache)
  await cache.delete(`${prefix}${id}`)
}

/** At sign-out: the next person has nothing to do with them. */
export async function clearShared(): Promise<void> {
  await caches.delete(sharedCache)
}
