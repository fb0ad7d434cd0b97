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
    async ({ request }) => {
      const form = await request.formData()
      for (const picture of form.getAll('picture')) {
        if (picture instanceof File && picture.size > 0) await keepShared(picture)
      }
      // 303: the page that follows is asked for by GET.
      return Response.redirect('/capture', 303)
    },
    'POST',
  )
}
