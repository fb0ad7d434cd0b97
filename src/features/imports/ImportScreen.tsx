import { useQuery } from '@tanstack/react-query'
import { allows } from '../../../contract/access.ts'
import { importAccess } from '../../../contract/import/importTargets.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { importQuery } from '../../lib/queries/imports/imports.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { ImportDraft } from './ImportDraft.tsx'
import { ImportList } from './ImportList.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportStart } from './ImportStart.tsx'
import type { ImportSearch } from './search.ts'

interface Props {
  search: ImportSearch
  onSearch: (search: ImportSearch, replace?: boolean) => void
}

/** 取り込み: a table becomes meters, readings or other records, with a preview, and can be undone. */
export function ImportScreen({ search, onSearch }: Props) {
  const { role } = useAccount()
  const { id, noun: asked = 'meters' } = search
  const noun = allows(importAccess[asked].import, role) ? asked : 'meters'
  if (id !== undefined)
    return (
      <OneImport
        key={id}
        id={id}
        onOpen={(opened) => onSearch({ id: opened })}
        onLeave={() => onSearch({})}
      />
    )
  return (
    <Page title="取り込み">
      <ImportStart
        noun={noun}
        onNoun={(chosen) => onSearch({ noun: chosen }, true)}
        onUploaded={(uploaded) => onSearch({ id: uploaded.id })}
      />
      <ImportList onOpen={(opened) => onSearch({ id: opened })} />
    </Page>
  )
}

interface OneProps {
  id: number
  onOpen: (id: number) => void
  onLeave: () => void
}

function OneImport({ id, onOpen, onLeave }: OneProps) {
  const { data, error, refetch } = useQuery(importQuery(id))
  return (
    <Page title="取り込み">
      {data?.state === 'draft' && data.bulk === null ? (
        <ImportDraft batch={data} onOpen={onOpen} onLeave={onLeave} />
      ) : data ? (
        <ImportResult batch={data} onLeave={onLeave} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </Page>
  )
}
