import { createFileRoute } from '@tanstack/react-router'
import { MeterScreen } from '../../features/meters/MeterScreen.tsx'
import { fetchMissing } from '../../lib/workSet.ts'
import { settingDialogs } from './-settingDialogs.tsx'

export const Route = createFileRoute('/meters/$id')({
  staticData: { access: 'user' },
  loader: ({ context }) => fetchMissing(context.queryClient),
  component: MeterDetail,
})

function MeterDetail() {
  const { id } = Route.useParams()
  return <MeterScreen key={id} id={Number(id)} dialogs={settingDialogs} />
}
