/** Name of the runtime cache of meter pictures. The worker fills it; signing out and a full disk empty it. */
export const pictureCache = 'kenshin-pictures'

/** Removes every cached picture. They can all be fetched again. */
export async function clearPictures(): Promise<void> {
  await caches.delete(pictureCache)
}
