import { ActionIcon, Button, Pill, VisuallyHidden } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useIsPhone } from '../layout/breakpoints.ts'
import classes from './FilterBar.module.css'
import { FilterSheet } from './FilterSheet.tsx'

interface FilterChip {
  /** Unique among the chips. */
  key: string
  label: string
  onRemove: () => void
}

interface Props<T> {
  value: T
  /** Value after クリア. */
  cleared: T
  onApply: (value: T) => void
  /** Active filters, each removable. */
  chips: readonly FilterChip[]
  /** Behind a button and a sheet, as on phones always. */
  folded?: boolean
  /** Inputs for `draft`. In the sheet applied by 適用. */
  children: (draft: T, change: (draft: T) => void) => ReactNode
}

/** Filters above a list; folded chips and a bottom sheet with 適用 and クリア. */
export function FilterBar<T>({ value, cleared, onApply, chips, folded = false, children }: Props<T>) {
  const phone = useIsPhone()
  const [draft, setDraft] = useState<{ value: T } | null>(null)
  const leave = (next: T) => {
    onApply(next)
    setDraft(null)
  }
  const open = () => setDraft({ value })
  const variant = chips.length > 0 ? 'light' : 'default'
  return (
    <fieldset className={classes.bar} data-folded={phone || folded || undefined} aria-label="絞り込み">
      {phone ? (
        <ActionIcon variant={variant} onClick={open}>
          <IconFilter size={20} aria-hidden />
          <VisuallyHidden>絞り込み</VisuallyHidden>
          <Count count={chips.length} />
        </ActionIcon>
      ) : folded ? (
        <Button variant={variant} leftSection={<IconFilter size={18} aria-hidden />} onClick={open}>
          絞り込み
          <Count count={chips.length} />
        </Button>
      ) : (
        children(value, onApply)
      )}
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label="選択中の条件">
          {chips.map(({ key, label, onRemove }) => (
            <li key={key}>
              <Pill
                size="lg"
                withRemoveButton
                onRemove={onRemove}
                removeButtonProps={{ 'aria-label': `${label}を外す`, tabIndex: 0, 'aria-hidden': false }}
              >
                {label}
              </Pill>
            </li>
          ))}
        </ul>
      )}
      <FilterSheet
        opened={draft !== null}
        onClose={() => setDraft(null)}
        onClear={() => leave(cleared)}
        onApply={() => draft !== null && leave(draft.value)}
      >
        {draft !== null && children(draft.value, (next) => setDraft({ value: next }))}
      </FilterSheet>
    </fieldset>
  )
}

/** Of active filters. */
const Count = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={classes.count}>
      <VisuallyHidden>（</VisuallyHidden>
      {count}
      <VisuallyHidden>）</VisuallyHidden>
    </span>
  )
