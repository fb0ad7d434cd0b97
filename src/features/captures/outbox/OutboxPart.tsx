import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { isAmendment, isEntry, isReplacement, isSkip, type Row } from '../../../../offline/rows.ts'
import { AmendmentRow } from './AmendmentRow.tsx'
import { EntryRow } from './EntryRow.tsx'
import { OutboxRow } from './OutboxRow.tsx'
import { ReplacementRow } from './ReplacementRow.tsx'
import { SkipRow } from './SkipRow.tsx'

/** Rows shown at once: hundreds would take a phone seconds. */
const step = 30

interface Props {
  label: string
  rows: readonly Row[]
  organizationId: number
  /** Before another screen is opened from here. */
  onLeave: () => void
}

/** Rows of one kind with their number, the newest first. */
export function OutboxPart({ label, rows, organizationId, onLeave }: Props) {
  const [shown, setShown] = useState(step)
  const rest = rows.length - shown
  return (
    <section aria-label={label}>
      <Box component="h3" mt={16} fz="md">
        {label} {rows.length}件
      </Box>
      <ul>
        {rows.slice(0, shown).map((row) => {
          if (isSkip(row)) return <SkipRow key={row.id} skip={row} organizationId={organizationId} />
          if (isReplacement(row))
            return <ReplacementRow key={row.id} replacement={row} organizationId={organizationId} />
          if (isEntry(row)) return <EntryRow key={row.id} entry={row} organizationId={organizationId} />
          if (isAmendment(row))
            return <AmendmentRow key={row.id} amendment={row} organizationId={organizationId} />
          return <OutboxRow key={row.id} capture={row} organizationId={organizationId} onLeave={onLeave} />
        })}
      </ul>
      {rest > 0 && (
        <Button fullWidth variant="subtle" size="lg" onClick={() => setShown(shown + step)}>
          続きを表示（残り{rest}件）
        </Button>
      )}
    </section>
  )
}
