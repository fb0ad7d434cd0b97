import { useLocalStorage } from '@mantine/hooks'
import { IconKey, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Key } from '../../../contract/keys.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { AccessLogs } from './AccessLogs.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { KeyList } from './KeyList.tsx'
import type { KeySearch } from './search.ts'

interface Props {
  search: KeySearch
  onSearch: (search: KeySearch, replace?: boolean) => void
}

const tabs = [
  { name: 'api', label: 'APIキー', icon: IconKey },
  { name: 'accessLog', label: 'アクセスログ', icon: IconListDetails },
] as const

/** API管理: keys and their calls; the last tab is remembered. */
export function ApisScreen({ search, onSearch }: Props) {
  const [remembered, remember] = useLocalStorage<string>({
    key: 'apisTab',
    defaultValue: 'api',
    getInitialValueInEffect: false,
  })
  const shown = tabs.find(({ name }) => name === remembered)?.name ?? 'api'
  const [edited, setEdited] = useState<{ key: Key | null } | null>(null)
  return (
    <Page
      title="API管理"
      tabbed
      action={
        shown === 'api' && (
          <PageAction icon={IconPlus} label="APIキーを追加" onClick={() => setEdited({ key: null })} />
        )
      }
    >
      <Tabbed
        tabs={tabs}
        shown={shown}
        onChoose={(name) => {
          remember(name)
          // A search applies to one table only.
          onSearch({}, true)
        }}
      >
        {shown === 'api' && (
          <KeyList search={search} onSearch={onSearch} onEdit={(key) => setEdited({ key })} />
        )}
        {shown === 'accessLog' && <AccessLogs search={search} onSearch={onSearch} />}
      </Tabbed>
      {edited && <KeyDialog apiKey={edited.key} onClose={() => setEdited(null)} />}
    </Page>
  )
}
