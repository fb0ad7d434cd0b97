import { createFileRoute } from '@tanstack/react-router'
import { MeterScreen } from '../../features/meters/MeterScreen.tsx'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { settingDialogs } from './-settingDialogs.tsx'

export const Route = createFileRoute('/meters/$id')({
  staticData: { access: 'user' },
  loader: ({ context: { queryClient } }) => {
    void Promise.allSettled([
      queryClient.query(metersQuery),
      queryClient.query(unitsQuery),
      queryClient.query(categoriesQuery),
      queryClient.query(groupsQuery),
      queryClient.query(inspectionsQuery),
    ])
  },
  component: MeterDetail,
})

function MeterDetail() {
  const { id } = Route.useParams()
  return <MeterScreen key={id} id={Number(id)} dialogs={settingDialogs} />
}
