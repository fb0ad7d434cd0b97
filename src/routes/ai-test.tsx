import { createFileRoute } from '@tanstack/react-router'
import { AiTestScreen } from '../features/ai-test/AiTestScreen.tsx'

export const Route = createFileRoute('/ai-test')({
  staticData: { access: 'admin' },
  component: AiTestScreen,
})
