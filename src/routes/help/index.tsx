import { createFileRoute } from '@tanstack/react-router'
import { HelpScreen } from '../../features/help/HelpScreen.tsx'

export const Route = createFileRoute('/help/')({
  staticData: { access: 'user' },
  component: HelpScreen,
})
