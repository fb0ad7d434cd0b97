import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
import { ImportLink } from '../../shared/imports/ImportLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import type { UserSearch } from './search.ts'
import { UserList } from './UserList.tsx'

interface Props {
  search: UserSearch
  onSearch: (search: UserSearch, replace?: boolean) => void
  historyOf: (id: number) => ReactNode
}

const tab = { name: 'user', label: 'ユーザー', icon: IconUsers }

export function UsersScreen({ search, onSearch, historyOf }: Props) {
  const { organization } = useAccount()
  const [adding, setAdding] = useState(false)
  return (
    <Page
      title="ユーザー"
      tabbed
      action={<PageAction icon={IconUserPlus} label="ユーザーを追加" onClick={() => setAdding(true)} />}
    >
      <Tabbed tabs={[tab]} shown={tab.name} onChoose={() => undefined}>
        <UserList
          organizationId={organization.id}
          search={search}
          onSearch={onSearch}
          adding={adding}
          onAddingEnd={() => setAdding(false)}
          tools={<ImportLink noun="users" />}
          historyOf={historyOf}
        />
      </Tabbed>
    </Page>
  )
}
