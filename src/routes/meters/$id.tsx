import { createFileRoute } from '@tanstack/react-router'
import { AuditSection } from '../../features/audit/AuditSection.tsx'
import { MeterScreen } from '../../features/meters/MeterScreen.tsx'
import { prefetchMissingData } from '../../lib/offlinePrefetch.ts'
import { settingDialogs } from './-settingDialogs.tsx'

export const Route = createFileRoute('/meters/$id')({
  staticData: { access: 'user' },
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MeterDetail,
})

function MeterDetail() {
  const { id } = Route.useParams()
  return (
    <MeterScreen
      key={id}
      id={Number(id)}
      dialogs={settingDialogs}
      history={<AuditSection noun="meter" id={Number(id)} />}
    />
  )
}
