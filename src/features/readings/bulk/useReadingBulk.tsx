import { Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ReadingBulkChange } from '../../../../contract/import/bulk.ts'
import type { Reading } from '../../../../contract/readings.ts'
import type { ReadingFilters } from '../../../lib/queries/readings.ts'
import { type Selecting, useSelection } from '../../../ui/table/useSelection.ts'
import { formatFullTime } from '../../../ui/text/formatTime.ts'

const ReadingBulkDialog = lazy(() => import('./ReadingBulkDialog.tsx'))

type Action = ReadingBulkChange['action']
const actions: readonly { action: Action; label: string; isDestructive?: true }[] = [
  { action: 'confirm', label: '確定' },
  { action: 'shift', label: '日時を移動' },
  { action: 'move', label: '別のメーターへ移動' },
  { action: 'delete', label: '削除', isDestructive: true },
]

/** Chooses readings of the list, to confirm, shift, move or delete them together. `dialog`: to be shown next to the list. */
export function useReadingBulk(
  filters: ReadingFilters,
  count: number,
  zone: string,
): { selecting: Selecting<Reading>; dialog: ReactNode } {
  const selection = useSelection(JSON.stringify({ ...filters, order: undefined }))
  const [action, setAction] = useState<Action>()
  const { isAll, chosen, end } = selection
  return {
    selecting: {
      selection,
      nameOf: ({ meter, created_at: at }) => `${meter.name} ${formatFullTime(Date.parse(at), zone)}`,
      actions: actions.map(({ action: each, label, isDestructive }) => (
        <Button
          key={each}
          variant={isDestructive ? 'outline' : 'filled'}
          {...(isDestructive && { color: 'red' })}
          onClick={() => setAction(each)}
        >
          {label}
        </Button>
      )),
    },
    dialog: action && (
      <Suspense>
        <ReadingBulkDialog
          action={action}
          ids={isAll ? null : [...chosen]}
          filters={filters}
          count={isAll ? count : chosen.size}
          onClose={(isDone) => {
            setAction(undefined)
            if (isDone) end()
          }}
        />
      </Suspense>
    ),
  }
}
