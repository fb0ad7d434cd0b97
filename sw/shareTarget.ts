import { registerRoute } from 'workbox-routing'
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

/** Leads to the choice of a meter, which tells how many pictures found no room. */
export async function keepPictures(request: Request): Promise<Response> {
  const form = await request.formData()
  let lost = 0
  for (const picture of form.getAll('picture')) {
    if (!(picture instanceof File) || picture.size === 0) continue
    await keepShared(picture).catch((error: unknown) => {
      console.warn(error)
      lost += 1
    })
  }
  // 303: the page that follows is asked for by GET.
  return Response.redirect(lost === 0 ? '/capture' : `/capture?lost=${lost}`, 303)
}
