/** Runtime cache of thumbnails. The worker fills it; signing out and a full disk clear it. */
export const pictureCache = 'kenshin-pictures'

/** Cache of reference pictures (for registration), apart so that thumbnails never evict them. */
export const referenceCache = 'kenshin-pictures-reference'

/** Reference pictures kept on a device, 20 to 100 kB each. */
export const maxReferences = 400

/** Thumbnails of photographs taken on this device, for when only the server has the photograph. */
const takenCache = 'kenshin-pictures-taken'

/** Kept on a device, about 10 kB each. */
const maxTaken = 600

/** Only a cache key. */
const takenAddress = (id: string): string => `/taken/${id}`

export async function keepTaken(id: string, picture: Blob): Promise<void> {
  const cache = await caches.open(takenCache)
  await cache.put(takenAddress(id), new Response(picture))
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, -maxTaken).map((request) => cache.delete(request)))
}

export async function readTaken(id: string): Promise<Blob | null> {
  const answer = await caches.match(takenAddress(id), { cacheName: takenCache })
  return answer ? await answer.blob() : null
}

/** Safe: everything cached is also on the server or in the outbox. */
export async function clearPictureCaches(): Promise<void> {
  await Promise.all([pictureCache, referenceCache, takenCache].map((name) => caches.delete(name)))
}
