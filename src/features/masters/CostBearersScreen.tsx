import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteCostBearer, useSaveCostBearer } from '../../lib/mutations/costBearerMutations.ts'
import { costBearersQuery } from '../../lib/queries/costBearers.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { ImportLink } from '../../shared/imports/ImportLink.tsx'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { MasterList } from './MasterList.tsx'
import { namedColumns } from './masterColumns.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { countedMeters } from './masterTexts.ts'
import { NameDialog } from './NameDialog.tsx'

const label = '負担先'

/** 負担先 of the organization. */
export function CostBearersScreen({ search, onSearch }: Pick<MasterListProps, 'search' | 'onSearch'>) {
  const phone = useIsPhone()
  const query = useQuery(costBearersQuery)
  const { data: meters } = useQuery(metersQuery)
  const save = useSaveCostBearer()
  const { mutateAsync: remove } = useDeleteCostBearer()
  const [adding, setAdding] = useState(false)
  const usage =
    meters &&
    query.data?.map(({ id }) => ({ id, meters: meters.filter((each) => each.cost_bearer_id === id).length }))
  return (
    <Page
      title={label}
      action={<PageAction icon={IconPlus} label={`${label}を追加`} onClick={() => setAdding(true)} />}
    >
      <MasterList
        label={label}
        storeKey="masters.costBearer"
        tools={(columns) =>
          !phone && (
            <>
              <ImportLink noun="cost_bearers" />
              <ListCsv rows={query.data} columns={columns} search={search} fileName="cost-bearer-list.csv" />
            </>
          )
        }
        columns={(options) => namedColumns(`${label}名`, options)}
        query={query}
        usage={usage}
        search={search}
        onSearch={onSearch}
        adding={adding}
        onAdded={() => setAdding(false)}
        onDelete={remove}
        dialog={(shown) => (
          <NameDialog
            {...shown}
            label={label}
            effectOf={(name) =>
              shown.used === 0
                ? null
                : `この負担先の${countedMeters(shown.used)}の表示が「${name}」に変わります。`
            }
            onSave={save.mutateAsync}
          />
        )}
      />
    </Page>
  )
}
