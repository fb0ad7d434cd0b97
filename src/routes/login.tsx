import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoginScreen } from '../features/sessions/LoginScreen.tsx'
import { signOutReasons } from '../lib/session/session.ts'
import { accessKey } from '../lib/session/sessionKeys.ts'
import { isSameOriginPath } from './-accessGuard.ts'

export const Route = createFileRoute('/login')({
  // In the first file: 9 kB, and a new visitor waits for no second one.
  codeSplitGroupings: [],
  staticData: { access: 'public', frame: 'bare' },
  validateSearch: z.object({
    next: z.catch(z.optional(z.string().check(z.refine(isSameOriginPath))), undefined),
    reason: z.catch(z.optional(z.enum(signOutReasons)), undefined),
  }),
  beforeLoad: ({ search }) => {
    if (accessKey() !== null) throw redirect({ href: search.next ?? '/' })
  },
  component: Login,
})

function Login() {
  const router = useRouter()
  const { next, reason } = Route.useSearch()
  return <LoginScreen left={reason} onSignedIn={() => router.history.replace(next ?? '/')} />
}
