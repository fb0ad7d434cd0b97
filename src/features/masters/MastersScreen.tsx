import { useLocalStorage } from '@mantine/hooks'
import { IconCategory, IconPlus, IconRulerMeasure } from '@tabler/icons-react'
import { useState } from 'react'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { CategoryList } from './CategoryList.tsx'
import type { MasterListProps } from './masterListProps.ts'
import { UnitList } from './UnitList.tsx'

const tabs = [
  { name: 'category', label: 'メーター種別', icon: IconCategory, List: CategoryList },
  { name: 'unit', label: '単位', icon: IconRulerMeasure, List: UnitList },
] as const

/** マスタ管理: meter categories and units; the last tab is remembered. */
export function MastersScreen({ search, onSearch }: Pick<MasterListProps, 'search' | 'onSearch'>) {
  const [remembered, remember] = useLocalStorage<string>({
    key: 'mastersTab',
    defaultValue: 'category',
    getInitialValueInEffect: false,
  })
  const [adding, setAdding] = useState(false)
  const { name, label, List } = tabs.find((tab) => tab.name === remembered) ?? tabs[0]
  return (
    <Page
      title="マスタ管理"
      tabbed
      action={<PageAction icon={IconPlus} label={`${label}を追加`} onClick={() => setAdding(true)} />}
    >
      <Tabbed
        tabs={tabs}
        shown={name}
        onChoose={(chosen) => {
          remember(chosen)
          // A search applies to one table only.
          onSearch({}, true)
        }}
      >
        <List
          key={name}
          search={search}
          onSearch={onSearch}
          adding={adding}
          onAdded={() => setAdding(false)}
        />
      </Tabbed>
    </Page>
  )
}
