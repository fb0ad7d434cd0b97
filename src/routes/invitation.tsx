import { createFileRoute, useLocation } from '@tanstack/react-router'
import { InvitationScreen } from '../features/sessions/InvitationScreen.tsx'

export const Route = createFileRoute('/invitation')({
  staticData: { access: 'public', frame: 'bare' },
  component: Invitation,
})

function Invitation() {
  const code = useLocation({ select: ({ hash }) => hash })
  return <InvitationScreen key={code} code={code} />
}
