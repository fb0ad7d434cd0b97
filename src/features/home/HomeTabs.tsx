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
  devices: { label: '異常検知端末', icon: IconDeviceCctv },
}

interface Props {
  shown: HomeTabName
  onChoose: (tab: HomeTabName) => void
  /** Of the tab that is shown. */
  children: ReactNode
}

/** On a phone not all tabs stand side by side. When the browser lays the screen out anyway: earlier would be twice. */
const bringIntoView = (tab: HTMLButtonElement | null) => {
  if (tab === null) return
  const next = requestAnimationFrame(() => {
    const list = tab.parentElement
    if (list === null) return
    const [seen, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Sideways only: the screen may stand where a person has come back to.
    list.scrollLeft += Math.min(0, own.left - seen.left) + Math.max(0, own.right - seen.right)
  })
  return () => cancelAnimationFrame(next)
}

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
