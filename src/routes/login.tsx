import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoginScreen } from '../features/sessions/LoginScreen.tsx'
import { accessKey } from '../lib/keys.ts'
import { leaveReasons } from '../lib/session.ts'
import { isOwnPath } from './-admission.ts'

export const Route = createFileRoute('/login')({
  staticData: { access: 'public', frame: 'bare' },
  validateSearch: z.object({
    next: z.catch(z.optional(z.string().check(z.refine(isOwnPath))), undefined),
    reason: z.catch(z.optional(z.enum(leaveReasons)), undefined),
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
