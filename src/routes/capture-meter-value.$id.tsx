import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Meter } from '../../contract/meters.ts'
import { CaptureScreen } from '../features/captures/CaptureScreen.tsx'
import { NextStop } from '../features/walk/NextStop.tsx'
import { WalkBar } from '../features/walk/WalkBar.tsx'

export const Route = createFileRoute('/capture-meter-value/$id')({
  staticData: { access: 'user', frame: 'bare' },
  validateSearch: z.object({ shared: z.catch(z.optional(z.uuid()), undefined) }),
  component: CaptureMeterValue,
})

const round = {
  aiming: (meter: Meter) => <WalkBar meter={meter} />,
  next: (meter: Meter) => <NextStop meter={meter} />,
}

function CaptureMeterValue() {
  const { shared } = Route.useSearch()
  return <CaptureScreen meterId={Number(Route.useParams().id)} shared={shared} round={round} />
}
