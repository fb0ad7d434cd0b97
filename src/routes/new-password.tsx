import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { NewPasswordScreen } from '../features/sessions/NewPasswordScreen.tsx'

export const Route = createFileRoute('/new-password')({
  staticData: { access: 'public', frame: 'bare' },
  validateSearch: z.object({ mail: z.catch(z.optional(z.literal('folder')), undefined) }),
  component: NewPassword,
})

function NewPassword() {
  const navigate = Route.useNavigate()
  const { mail } = Route.useSearch()
  return (
    <NewPasswordScreen isMailStored={mail === 'folder'} onChanged={() => void navigate({ to: '/login' })} />
  )
}
