import { Button, Pill } from '@mantine/core'
import { use } from 'react'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { TimeZone, useMinute } from '../../ui/text/clock.ts'
import { fullTime } from '../../ui/text/timeWords.ts'
import classes from './FilterChips.module.css'
import { type DataFilters, isChosen, narrowings, noFilters, spanWords } from './search.ts'

interface Props {
  filters: DataFilters
  onChange: (filters: DataFilters) => void
}

/** The current filters, each removable. */
export function FilterChips({ filters, onChange }: Props) {
  const zone = use(TimeZone)
  const now = useMinute()
  const masters = useMasters(...narrowings)
  const { from, to } = filters
  if (!isChosen(filters)) return null
  const chips = [
    ...narrowings.flatMap((name) =>
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
            label: spanWords(from, to, fullTime(now, zone)),
            left: { ...filters, from: undefined, to: undefined },
          },
        ]),
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
      <li>
        <Button size="compact-md" variant="subtle" onClick={() => onChange(noFilters)}>
          条件をクリア
        </Button>
      </li>
    </ul>
  )
}
