import { Tabs } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Tabbed.module.css'

interface Tab<Name extends string> {
  name: Name
  label: string
  icon: TablerIcon
  /** After the label, such as a count. */
  mark?: ReactNode
}

interface Props<Name extends string> {
  tabs: readonly Tab<Name>[]
  shown: Name
  onChoose?: (name: Name) => void
  children: ReactNode
}

/** On phones tabs overflow. Deferred to the browser's own layout, to avoid a second one. */
const bringIntoView = (tab: HTMLButtonElement | null) => {
  if (tab === null) return
  const next = requestAnimationFrame(() => {
    const list = tab.parentElement
    if (list === null) return
    const [seen, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
    // Horizontal only: the page's scroll position may have been restored.
    list.scrollLeft += Math.min(0, own.left - seen.left) + Math.max(0, own.right - seen.right)
  })
  return () => cancelAnimationFrame(next)
}

export const Tabbed = <Name extends string>({ tabs, shown, onChoose, children }: Props<Name>) => (
  <Tabs
    value={shown}
    onChange={(chosen) => {
      const tab = tabs.find(({ name }) => name === chosen)
      if (tab) onChoose?.(tab.name)
    }}
    keepMounted={false}
  >
    <Tabs.List className={classes.row}>
      {tabs.map(({ name, label, icon: Icon, mark }) => (
        <Tabs.Tab
          key={name}
          value={name}
          className={classes.tab}
          leftSection={<Icon size={18} aria-hidden />}
          rightSection={mark}
          ref={name === shown ? bringIntoView : undefined}
        >
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    <Tabs.Panel value={shown}>{children}</Tabs.Panel>
  </Tabs>
)
