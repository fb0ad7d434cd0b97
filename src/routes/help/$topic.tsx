import { createFileRoute } from '@tanstack/react-router'
import { TopicScreen } from '../../features/help/TopicScreen.tsx'

export const Route = createFileRoute('/help/$topic')({
  staticData: { access: 'user' },
  component: Topic,
})

function Topic() {
  const { topic } = Route.useParams()
  return <TopicScreen id={topic} />
}
