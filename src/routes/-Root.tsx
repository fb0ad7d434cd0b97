import { lazyRouteComponent, Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { accessKey } from '../lib/keys.ts'

/** Apart, so that the sign-in does not wait for menus and outbox. */
export const SignedIn = lazyRouteComponent(() => import('./-SignedIn.tsx'), 'SignedIn')

/** Header and menu stand around every screen of a signed-in person, unless it fills the window. */
export function Root() {
  // Both are looked at with each navigation: sign-in may lead from one bare screen to another.
  const signedIn = useMatches({ select: () => accessKey() !== null })
  const bare = useMatches({ select: (matches) => matches.at(-1)?.staticData.frame === 'bare' })
  if (!signedIn) return <Outlet />
  return (
    <Suspense>
      <SignedIn bare={bare} />
    </Suspense>
  )
}
