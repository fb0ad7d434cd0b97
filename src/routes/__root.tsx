import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, notFound, redirect } from '@tanstack/react-router'
import type { Access, Role } from '../../contract/access.ts'
import { ApiError } from '../failures/callErrors.ts'
import { accountQuery } from '../lib/queries/account.ts'
import { accessKey } from '../lib/session/sessionKeys.ts'
import { checkAccess } from './-accessGuard.ts'
import { NotFound } from './-NotFound.tsx'
import { Root } from './-Root.tsx'
import { RootError } from './-RouteError.tsx'

declare module '@tanstack/react-router' {
  /** Required of each route by the compiler. */
  interface StaticDataRouteOption {
    access: Access
    /** Roles, where stricter than `access`. */
    signedIn?: Access
    /** `bare`: without header and menu. */
    frame?: 'bare'
  }
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  staticData: { access: 'public' },
  beforeLoad: async ({ context: { queryClient }, matches, location }) => {
    const audience = matches.at(-1)?.staticData ?? { access: 'public' }
    const role = await roleOf(queryClient)
    const answer = checkAccess(audience, role)
    if (answer === 'login') throw redirect({ to: '/login', search: { next: location.href } })
    if (answer === 'not-found') throw notFound()
  },
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: RootError,
})

/** From the device first, so that it works offline. */
async function roleOf(queryClient: QueryClient): Promise<Role | null> {
  if (accessKey() === null) return null
  try {
    return (await queryClient.query({ ...accountQuery, staleTime: 'static' })).role
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}
