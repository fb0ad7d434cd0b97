import { registerRoute } from 'workbox-routing'
import { type PictureFormat, pictureFormatOf } from '../contract/pictureFormat.ts'
import { keepShared } from '../offline/sharedPictures.ts'

/** As in the manifest. */
const path = '/share'

/**
 * Takes pictures that another app shares, without the network. The one navigation by POST that the worker answers: it
 * comes from the phone's share dialog, never from a page of ours, whose uploads the worker leaves alone.
 */
export function takeSharedPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === path,
    ({ request }) => keepPictures(request),
    'POST',
  )
}

/** HEIC is usable only where this browser can convert it. */
async function usableFormatOf(picture: Blob): Promise<PictureFormat | null> {
  const format = pictureFormatOf(new Uint8Array(await picture.arrayBuffer()))
  if (format === 'image/avif') return null
  if (format !== 'image/heic' && format !== 'image/heif') return format
  return createImageBitmap(picture).then(
    (bitmap) => {
      bitmap.close()
      return format
    },
    () => null,
  )
}

/** Leads to the choice of a meter, which shows how many pictures found no room or have an unusable format. */
export async function keepPictures(request: Request): Promise<Response> {
  const form = await request.formData()
  let lost = 0
  let refused = 0
  for (const picture of form.getAll('picture')) {
    if (!(picture instanceof File) || picture.size === 0) continue
    const { name, lastModified } = picture
    const type = await usableFormatOf(picture)
    // Otherwise the server would refuse it later, when the place of the photograph is far away.
    if (type === null) {
      refused += 1
      continue
    }
    await keepShared(new File([picture], name, { type, lastModified })).catch((error: unknown) => {
      console.warn(error)
      lost += 1
    })
  }
  const query = new URLSearchParams()
  if (lost > 0) query.set('lost', String(lost))
  if (refused > 0) query.set('refused', String(refused))
  // 303: the page that follows is asked for by GET.
  return Response.redirect(query.size === 0 ? '/capture' : `/capture?${query}`, 303)
}
