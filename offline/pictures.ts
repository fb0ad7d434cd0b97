/** Name of the runtime cache of thumbnails. The worker fills it; signing out and a full disk empty it. */
export const pictureCache = 'kenshin-pictures'

/** The same of the reference pictures that photographs are registered to, so that thumbnails never push them out. */
export const referenceCache = 'kenshin-pictures-reference'

/** How many reference pictures a device keeps; each takes 20 to 100 kB. */
export const mostReferences = 400

/** Small pictures of what was photographed on this device, for when the photograph itself is only on the server. */
const takenCache = 'kenshin-pictures-taken'

/** How many of them a device keeps; each takes about 10 kB. */
const mostTaken = 200

/** Asked of the cache only. */
const takenAddress = (id: string): string => `/taken/${id}`

/** Keeps the small picture of a capture. */
export async function keepTaken(id: string, picture: Blob): Promise<void> {
  const cache = await caches.open(takenCache)
  await cache.put(takenAddress(id), new Response(picture))
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, -mostTaken).map((request) => cache.delete(request)))
}

/** The small picture of a capture; null where none is kept. */
export async function readTaken(id: string): Promise<Blob | null> {
  const answer = await caches.match(takenAddress(id), { cacheName: takenCache })
  return answer ? await answer.blob() : null
}

/** Removes every cached picture. Whatever they show is on the server, or in the outbox. */
export async function clearPictures(): Promise<void> {
  await Promise.all([pictureCache, referenceCache, takenCache].map((name) => caches.delete(name)))
}
