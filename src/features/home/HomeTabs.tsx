import { Tabs } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './HomeTabs.module.css'

export interface HomeTab {
  /** Remembered under this name. */
  name: string
  label: string
  icon: TablerIcon
  panel: ReactNode
}

interface Props {
  tabs: readonly [HomeTab, ...HomeTab[]]
}

/** The tabs of the home screen; the last one comes back with the next visit. */
export function HomeTabs({ tabs }: Props) {
  const [remembered, remember] = useLocalStorage({
    key: 'homeTab',
    defaultValue: tabs[0].name,
    getInitialValueInEffect: false,
  })
  const shown = tabs.find(({ name }) => name === remembered) ?? tabs[0]
  return (
    <Tabs value={shown.name} onChange={(name) => remember(name ?? tabs[0].name)} keepMounted={false}>
      <Tabs.List className={classes.list}>
        {tabs.map(({ name, label, icon: Icon }) => (
          <Tabs.Tab
            key={name}
            value={name}
            className={classes.tab}
            leftSection={<Icon size={18} aria-hidden />}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown.name} className={classes.panel}>
        {shown.panel}
      </Tabs.Panel>
    </Tabs>
  )
}
