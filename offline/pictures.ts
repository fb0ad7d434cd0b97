/** Name of the runtime cache of thumbnails. The worker fills it; signing out and a full disk empty it. */
export const pictureCache = 'kenshin-pictures'

/** The same of the reference pictures that photographs are registered to, so that thumbnails never push them out. */
export const referenceCache = 'kenshin-pictures-reference'

/** How many reference pictures a device keeps; each takes 20 to 100 kB. */
export const mostReferences = 400

/** Removes every cached picture. They can all be fetched again. */
export async function clearPictures(): Promise<void> {
  await Promise.all([caches.delete(pictureCache), caches.delete(referenceCache)])
}
