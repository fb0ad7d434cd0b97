import { createFileRoute } from '@tanstack/react-router'
import { ConfirmCodeScreen } from '../features/sessions/ConfirmCodeScreen.tsx'

export const Route = createFileRoute('/confirm-code')({
  staticData: { access: 'public', frame: 'bare' },
  component: ConfirmCode,
})

function ConfirmCode() {
  const navigate = Route.useNavigate()
  return <ConfirmCodeScreen onSent={() => void navigate({ to: '/new-password' })} />
}
