import { Button, Stack, Text } from '@mantine/core'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { BulkPreview } from '../../../contract/import/bulk.ts'
import type { BulkAction } from '../../../contract/import/imports.ts'
import { useDeleteImport } from '../../lib/mutations/importMutations.ts'
import { reloadLists } from '../../lib/mutations/readingMutations.ts'
import { readingKeys } from '../../lib/queries/readings.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { BulkPreviewRows, type FieldNames } from './BulkPreviewRows.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import { bulkVerbs, countedText } from './bulkTexts.ts'

interface Props<Change> {
  title: string
  action: BulkAction
  /** What is entered; null: nothing is, and the preview is shown at once. */
  fields: ReactNode
  /** What was entered; null: not everything. */
  change: Change | null
  preview: (change: Change) => Promise<BulkPreview>
  names?: FieldNames
  /** `isDone`: it was applied. */
  onClose: (isDone: boolean) => void
}

/** A change of many records: what is entered, what it would do, its progress, and its result with 元に戻す. */
export function BulkDialog<Change>({
  title,
  action,
  fields,
  change,
  preview,
  names,
  onClose,
}: Props<Change>) {
  const client = useQueryClient()
  const id = useId()
  const [asked, setAsked] = useState<Change | null>(fields === null ? change : null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [isApplied, setApplied] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['bulk', id, asked],
    queryFn: asked === null ? skipToken : () => preview(asked),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { keptFor: 0 },
  })
  const draft = useDeleteImport()
  const { verb } = bulkVerbs[action]
  const leaveDraft = () => {
    if (data && !isApplied) draft.mutate(data.batch.id)
  }
  const close = () => {
    leaveDraft()
    onClose(isApplied)
    if (!isApplied) return
    void reloadLists(client)
    void client.invalidateQueries({ queryKey: readingKeys.lists })
  }
  const ask = () => {
    setIncomplete(change === null)
    setAsked(change)
  }
  const back = () => {
    leaveDraft()
    setAsked(null)
  }
  if (data && isApplied) return <BulkProgress title={title} batch={data.batch} onClose={close} />
  return (
    <Dialog
      opened
      title={title}
      width={640}
      dirty={asked === null && change !== null}
      onClose={close}
      actions={(leave) => (
        <>
          {fields !== null && asked !== null ? (
            <Button variant="default" onClick={back}>
              戻る
            </Button>
          ) : (
            <Button variant="default" onClick={leave}>
              キャンセル
            </Button>
          )}
          {asked === null ? (
            <Button onClick={ask}>変更内容を確認</Button>
          ) : (
            data &&
            data.counts.changed > 0 && (
              <Button {...(action === 'delete' && { color: 'red' })} onClick={() => setApplied(true)}>
                {`${countedText(data.batch.noun, data.counts.changed)}を${verb}`}
              </Button>
            )
          )}
        </>
      )}
    >
      {asked === null ? (
        <Stack gap="md">
          {fields}
          {isIncomplete && change === null && (
            <Text role="alert" c="var(--mantine-color-error)">
              変更する項目と内容を入力してください。
            </Text>
          )}
        </Stack>
      ) : data ? (
        <BulkPreviewRows preview={data} action={action} names={names} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Dialog>
  )
}
