import { Tabs } from '@mantine/core'
import {
  IconAlertTriangle,
  IconClipboardCheck,
  IconDeviceCctv,
  IconNewSection,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './HomeTabs.module.css'
import { type HomeTabName, homeTabs } from './tabs.ts'

const looks: Record<HomeTabName, { label: string; icon: TablerIcon }> = {
  inspection: { label: '点検データ', icon: IconClipboardCheck },
  abnormal: { label: '異常データ', icon: IconAlertTriangle },
  new: { label: '新規点検メーター', icon: IconNewSection },
  devices: { label: '異常検知デバイス', icon: IconDeviceCctv },
}

interface Props {
  shown: HomeTabName
  onChoose: (tab: HomeTabName) => void
  /** Of the tab that is shown. */
  children: ReactNode
}

/** On a phone not all tabs stand side by side. */
const bringIntoView = (tab: HTMLButtonElement | null) =>
  tab?.scrollIntoView({ inline: 'nearest', block: 'nearest' })

/** The tabs of the home screen. */
export const HomeTabs = ({ shown, onChoose, children }: Props) => (
  <Tabs
    value={shown}
    onChange={(name) => onChoose(homeTabs.find((tab) => tab === name) ?? homeTabs[0])}
    keepMounted={false}
  >
    <Tabs.List className={classes.list}>
      {homeTabs.map((name) => {
        const { label, icon: Icon } = looks[name]
        return (
          <Tabs.Tab
            key={name}
            value={name}
            className={classes.tab}
            leftSection={<Icon size={18} aria-hidden />}
            ref={name === shown ? bringIntoView : undefined}
          >
            {label}
          </Tabs.Tab>
        )
      })}
    </Tabs.List>
    <Tabs.Panel value={shown} className={classes.panel}>
      {children}
    </Tabs.Panel>
  </Tabs>
)
