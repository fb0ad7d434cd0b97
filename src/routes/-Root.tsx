import { lazyRouteComponent, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { accessKey } from '../lib/session/sessionKeys.ts'

/** Lazy, so that sign-in does not load menus and outbox. */
export const SignedIn = lazyRouteComponent(() => import('./-SignedIn.tsx'), 'SignedIn')

/** Shell around each signed-in screen unless `bare`. */
export function Root() {
  // Re-evaluated per navigation: sign-in may lead from one bare screen to another.
  const signedIn = useMatches({ select: () => accessKey() !== null })
  const bare = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame === 'bare' })
  if (!signedIn) return <Outlet />
  return (
    <Suspense>
      <SignedIn bare={bare} />
    </Suspense>
  )
}
