import { Button, Group } from '@mantine/core'
import { use } from 'react'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { todayIn } from '../../ui/text/formatTime.ts'
import { type AlertSearch, viewsOf } from './search.ts'

interface Props {
  search: AlertSearch
  onSearch: (search: AlertSearch) => void
}

/** 自分の担当, 未割当 and 今週 by one press; on phones in the sheet of the filters, because they have no room above the list. */
export function AlertViews({ search, onSearch }: Props) {
  const today = todayIn(use(TimeZone), useCurrentMinute())
  return (
    <Group gap={8} role="group" aria-label="よく使う絞り込み">
      {viewsOf(search, today).map(({ label, isChosen, next }) => (
        <Button
          key={label}
          variant={isChosen ? 'light' : 'default'}
          px="sm"
          aria-pressed={isChosen}
          onClick={() => onSearch({ ...next, page: undefined })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
