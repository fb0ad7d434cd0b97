import { createFileRoute } from '@tanstack/react-router'
import { NewPasswordScreen } from '../features/sessions/NewPasswordScreen.tsx'

export const Route = createFileRoute('/new-password')({
  staticData: { access: 'public', frame: 'bare' },
  component: NewPassword,
})

function NewPassword() {
  const navigate = Route.useNavigate()
  return <NewPasswordScreen onChanged={() => void navigate({ to: '/login' })} />
}
