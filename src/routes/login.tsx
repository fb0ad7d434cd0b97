import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { z } from 'zod'
import { LoginScreen } from '../features/sessions/LoginScreen.tsx'
import { accessKey } from '../lib/keys.ts'
import { leaveReasons } from '../lib/session.ts'
import { isOwnPath } from './-admission.ts'

export const Route = createFileRoute('/login')({
  staticData: { access: 'public', frame: 'bare' },
  validateSearch: z.object({
    next: z.string().refine(isOwnPath).optional().catch(undefined),
    reason: z.enum(leaveReasons).optional().catch(undefined),
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
