import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { CaptureScreen } from '../features/captures/CaptureScreen.tsx'

export const Route = createFileRoute('/capture-meter-value/$id')({
  staticData: { access: 'user', frame: 'bare' },
  validateSearch: z.object({ shared: z.catch(z.optional(z.uuid()), undefined) }),
  component: CaptureMeterValue,
})

function CaptureMeterValue() {
  return <CaptureScreen meterId={Number(Route.useParams().id)} shared={Route.useSearch().shared} />
}
