import { createFileRoute } from '@tanstack/react-router'
import { OutboxDrawer } from '../features/captures/outbox/OutboxDrawer.tsx'

export const Route = createFileRoute('/outbox')({
  staticData: { access: 'user' },
  component: Outbox,
})

/** The app's shortcut 未送信. */
function Outbox() {
  const navigate = Route.useNavigate()
  return <OutboxDrawer opened onClose={() => void navigate({ to: '/', replace: true })} />
}
