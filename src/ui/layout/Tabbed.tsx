import { Tabs } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Tabbed.module.css'

interface Tab<Name extends string> {
  name: Name
  label: string
  icon: TablerIcon
  /** Behind the label, such as how many there are. */
  mark?: ReactNode
}

interface Props<Name extends string> {
  tabs: readonly Tab<Name>[]
  shown: Name
  onChoose?: (name: Name) => void
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

/** A row of tabs above what belongs to the chosen one. */
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
