import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AuditSection } from '../../features/audit/AuditSection.tsx'
import { MeterScreen } from '../../features/meters/MeterScreen.tsx'
import { MeterReadingHistory } from '../../features/readings/MeterReadingHistory.tsx'
import { prefetchMissingData } from '../../lib/held/offlinePrefetch.ts'
import { settingDialogs } from './-settingDialogs.tsx'

export const Route = createFileRoute('/meters/$id')({
  staticData: { access: 'user' },
  validateSearch: z.object({ setup: z.catch(z.optional(z.coerce.number()), undefined) }),
  loader: ({ context }) => prefetchMissingData(context.queryClient),
  component: MeterDetail,
})

function MeterDetail() {
  const { id } = Route.useParams()
  const { setup } = Route.useSearch()
  return (
    <MeterScreen
      key={id}
      id={Number(id)}
      dialogs={settingDialogs}
      setup={setup}
      history={
        <>
          <MeterReadingHistory meterId={Number(id)} />
          <AuditSection noun="meter" id={Number(id)} />
        </>
      }
    />
  )
}
