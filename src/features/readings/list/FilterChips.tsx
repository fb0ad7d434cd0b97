import { ActionIcon, Button, Pill } from '@mantine/core'
import { IconFilterX } from '@tabler/icons-react'
import { use } from 'react'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { useIsPhone } from '../../../ui/layout/breakpoints.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'
import classes from './FilterChips.module.css'
import {
  type DataFilters,
  filterKeys,
  formatDaySpan,
  hasFilters,
  noFilters,
  waitingLabels,
} from './search.ts'

interface Props {
  filters: DataFilters
  onChange: (filters: DataFilters) => void
}

/** The current filters, each removable. */
export function FilterChips({ filters, onChange }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const phone = useIsPhone()
  const masters = useMasters(...filterKeys)
  const { from, to, waiting } = filters
  if (!hasFilters(filters)) return null
  const chips = [
    ...filterKeys.flatMap((name) =>
      filters[name].map((id) => ({
        key: `${name}-${id}`,
        label: nameIn(masters[name], id) ?? '削除された項目',
        left: { ...filters, [name]: filters[name].filter((each) => each !== id) },
      })),
    ),
    ...(from === undefined && to === undefined
      ? []
      : [
          {
            key: 'span',
            label: formatDaySpan(from, to, formatFullTime(now, zone)),
            left: { ...filters, from: undefined, to: undefined },
          },
        ]),
    ...(waiting === undefined
      ? []
      : [{ key: 'waiting', label: waitingLabels[waiting], left: { ...filters, waiting: undefined } }]),
  ]
  return (
    <ul className={classes.chips} aria-label="選択中の条件">
      {chips.map(({ key, label, left }) => (
        <li key={key}>
          <Pill
            size="lg"
            withRemoveButton
            onRemove={() => onChange(left)}
            removeButtonProps={{ 'aria-label': `${label}を外す`, tabIndex: 0, 'aria-hidden': false }}
          >
            {label}
          </Pill>
        </li>
      ))}
      <li className={classes.clear}>
        {phone ? (
          <ActionIcon variant="subtle" aria-label="条件をクリア" onClick={() => onChange(noFilters)}>
            <IconFilterX size={20} aria-hidden />
          </ActionIcon>
        ) : (
          <Button size="compact-md" variant="subtle" onClick={() => onChange(noFilters)}>
            条件をクリア
          </Button>
        )}
      </li>
    </ul>
  )
}
