import { createFileRoute } from '@tanstack/react-router'
import { CaptureScreen } from '../features/captures/CaptureScreen.tsx'

export const Route = createFileRoute('/capture-meter-value/$id')({
  staticData: { access: 'user', frame: 'bare' },
  component: CaptureMeterValue,
})

function CaptureMeterValue() {
  return <CaptureScreen meterId={Number(Route.useParams().id)} />
}
