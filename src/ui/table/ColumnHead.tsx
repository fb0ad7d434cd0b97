import { ActionIcon, Flex, Popover, UnstyledButton } from '@mantine/core'
import {
  IconArrowsSort,
  IconFilter,
  IconFilterFilled,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import classes from './ColumnHead.module.css'

type ColumnFilter = ReactNode | ((popover: { close: () => void }) => ReactNode)

interface Props {
  title: string
  /** `first`: what the first press sorts by. */
  sort?:
    | { direction: 'asc' | 'desc' | null; first: 'asc' | 'desc'; onSort: (direction: 'asc' | 'desc') => void }
    | undefined
  filter?: { content: ColumnFilter; active: boolean } | undefined
}

const sortIcons = { asc: IconSortAscending, desc: IconSortDescending, none: IconArrowsSort }
const sortWords = { asc: '昇順', desc: '降順', none: '並べ替え' }

const nextDirection = ({ direction, first }: NonNullable<Props['sort']>) => {
  if (direction === null) return first
  return direction === 'asc' ? 'desc' : 'asc'
}

/** Table head with labelled sort and filter buttons. */
export function ColumnHead({ title, sort, filter }: Props) {
  const order = sort?.direction ?? 'none'
  const Icon = sortIcons[order]
  return (
    <Flex component="span" display="inline-flex" gap={2} align="center">
      {sort ? (
        <UnstyledButton className={classes.sort} onClick={() => sort.onSort(nextDirection(sort))}>
          {title}
          <Icon
            size={16}
            className={classes.icon}
            data-active={sort.direction !== null || undefined}
            aria-hidden
          />
          <VisuallyHidden>{sortWords[order]}</VisuallyHidden>
        </UnstyledButton>
      ) : (
        title
      )}
      {filter && <FilterButton title={title} {...filter} />}
    </Flex>
  )
}

function FilterButton({ title, content, active }: { title: string; content: ColumnFilter; active: boolean }) {
  const [opened, setOpened] = useState(false)
  const Icon = active ? IconFilterFilled : IconFilter
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withArrow position="bottom-end">
      <Popover.Target>
        <ActionIcon
          className={classes.filter}
          size={32}
          aria-label={active ? `${title}を絞り込み（適用中）` : `${title}を絞り込み`}
          onClick={() => setOpened(!opened)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        {typeof content === 'function' ? content({ close: () => setOpened(false) }) : content}
      </Popover.Dropdown>
    </Popover>
  )
}
