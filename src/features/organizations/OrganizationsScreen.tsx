import { useLocalStorage } from '@mantine/hooks'
import { IconBuilding, IconFileInvoice, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { ModelNote } from './ModelNote.tsx'
import { OrganizationList } from './OrganizationList.tsx'
import type { TabProps } from './organizationListProps.ts'
import { PlanList } from './PlanList.tsx'

const tabs = [
  {
    name: 'organizations',
    label: '組織一覧',
    adding: '組織を追加',
    icon: IconBuilding,
    List: OrganizationList,
  },
  { name: 'plans', label: 'プラン一覧', adding: 'プランを追加', icon: IconFileInvoice, List: PlanList },
] as const

/** 組織管理: organizations and plans; the last tab is remembered. */
export function OrganizationsScreen({ search, onSearch }: Pick<TabProps, 'search' | 'onSearch'>) {
  const [remembered, remember] = useLocalStorage<string>({
    key: 'organizationsTab',
    defaultValue: 'organizations',
    getInitialValueInEffect: false,
  })
  const [adding, setAdding] = useState(false)
  const tab = tabs.find(({ name }) => name === remembered) ?? tabs[0]
  return (
    <Page
      title="組織管理"
      tabbed
      action={<PageAction icon={IconPlus} label={tab.adding} onClick={() => setAdding(true)} />}
    >
      <Tabbed
        tabs={tabs}
        shown={tab.name}
        onChoose={(chosen) => {
          remember(chosen)
          // A search applies to one table only.
          onSearch({}, true)
        }}
      >
        <tab.List
          key={tab.name}
          search={search}
          onSearch={onSearch}
          adding={adding}
          onAdded={() => setAdding(false)}
        />
        {tab.name === 'organizations' && <ModelNote />}
      </Tabbed>
    </Page>
  )
}
