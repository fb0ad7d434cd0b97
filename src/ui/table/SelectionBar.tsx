import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './SelectionBar.module.css'
import type { Selection } from './useSelection.ts'

interface Props {
  selection: Selection
  /** Ids of the rows of this page. */
  listed: readonly number[]
  /** Of all rows that match. */
  count: number
  /** Counts rows. */
  counter?: string | undefined
  /** What can be done with what is chosen. */
  children: ReactNode
}

/** How many rows are chosen and what can be done with them; stays in view. */
export function SelectionBar({ selection, listed, count, counter = '件', children }: Props) {
  const { isAll, chosen, end, chooseAll } = selection
  const number = isAll ? count : chosen.size
  const isPage = !isAll && listed.length > 0 && listed.every((id) => chosen.has(id))
  return (
    <section className={classes.bar} aria-label="選択中の行" data-keep-free>
      <Group gap="8px 12px">
        <Text fw={600} role="status" className="tabular-nums nowrap">
          {`${number.toLocaleString('ja-JP')}${counter}を選択中`}
        </Text>
        {isPage && chosen.size < count && (
          <Button variant="subtle" onClick={chooseAll}>
            {`条件に合う${count.toLocaleString('ja-JP')}${counter}すべてを選択`}
          </Button>
        )}
      </Group>
      <Group gap={8}>
        {number > 0 && children}
        <Button variant="default" onClick={end}>
          選択を終了
        </Button>
      </Group>
    </section>
  )
}
