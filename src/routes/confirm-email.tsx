import { createFileRoute, useLocation } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '../features/sessions/ConfirmEmailScreen.tsx'

export const Route = createFileRoute('/confirm-email')({
  staticData: { access: 'public', frame: 'bare' },
  component: ConfirmEmail,
})

function ConfirmEmail() {
  const code = useLocation({ select: ({ hash }) => hash })
  return <ConfirmEmailScreen code={code} />
}
