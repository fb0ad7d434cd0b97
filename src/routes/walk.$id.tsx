import { createFileRoute } from '@tanstack/react-router'
import { ScanButton } from '../features/scan/ScanButton.tsx'
import { Preparation } from '../features/walk/Preparation.tsx'
import { WalkScreen } from '../features/walk/WalkScreen.tsx'
import { prefetchMissingData } from '../lib/held/offlinePrefetch.ts'

export const Route = createFileRoute('/walk/$id')({
  staticData: { access: 'user' },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: Walk,
})

function Walk() {
  const { id } = Route.useParams()
  return (
    <WalkScreen
      key={id}
      inspectionId={Number(id)}
      scan={<ScanButton />}
      preparation={<Preparation inspectionId={Number(id)} />}
    />
  )
}
