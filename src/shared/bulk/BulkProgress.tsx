import { Box, Button, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Import } from '../../../contract/import/imports.ts'
import { useApplyImport, useUndoImport } from '../../lib/mutations/importMutations.ts'
import { importQuery, isUnderWay } from '../../lib/queries/imports/imports.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { BulkRefusals } from './BulkRefusals.tsx'
import { bulkResultText, countedText, undoneText } from './bulkTexts.ts'

interface Props {
  title: string
  /** Of the preview. */
  batch: Import
  onClose: () => void
}

/** Applies a bulk change, and shows its progress, its result, and 元に戻す. */
export function BulkProgress({ title, batch: draft, onClose }: Props) {
  const { mutate, error, isPending } = useApplyImport(draft.id)
  useEffect(() => mutate(true), [mutate])
  const undo = useUndoImport(draft.id)
  const notices = useFailureNotices()
  const { data: batch = draft } = useQuery({
    ...importQuery(draft.id),
    enabled: !isPending && error === null,
  })
  const isOver = batch.state === 'applied' || batch.state === 'undone'
  return (
    <Dialog
      opened
      title={title}
      width={640}
      onClose={onClose}
      actions={
        <>
          {batch.state === 'applied' && batch.changed > 0 && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              loading={undo.isPending}
              onClick={() =>
                undo.mutate(undefined, {
                  onError: (failure) => notices.failure(failure, { title: '元に戻せませんでした' }),
                })
              }
            >
              元に戻す
            </Button>
          )}
          <Button onClick={onClose}>閉じる</Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => mutate(true)} />
      ) : (
        <Stack gap="sm">
          {isOver ? (
            <>
              <Text fw={600} role="status">
                {batch.outcomes
                  ? undoneText(batch.noun, batch.outcomes)
                  : bulkResultText(batch.bulk?.action ?? 'change', batch)}
                。
              </Text>
              {batch.state === 'applied' && (
                <>
                  <BulkRefusals noun={batch.noun} refusals={batch.bulk?.refusals ?? []} />
                  <Text size="sm" c="dimmed">
                    あとからでも「取り込み」の一覧で元に戻せます。
                  </Text>
                </>
              )}
            </>
          ) : (
            batch.failure === null && <Running batch={batch} />
          )}
          {batch.failure !== null && (
            <Text role="alert" c="var(--mantine-color-error)">
              {batch.failure}
            </Text>
          )}
        </Stack>
      )}
    </Dialog>
  )
}

function Running({ batch }: { batch: Import }) {
  const { done, total } = batch.progress
  return (
    <>
      <Text role="status" className="tabular-nums">
        {batch.state === 'undoing' ? '元に戻しています' : '変更しています'}
        {isUnderWay(batch) &&
          total > 0 &&
          ` ${done.toLocaleString('ja-JP')} / ${countedText(batch.noun, total)}`}
      </Text>
      <Box component="progress" value={done} max={Math.max(1, total)} w="100%" h={12} aria-label="進み具合" />
      <Text size="sm" c="dimmed">
        この画面を閉じても続きます。
      </Text>
    </>
  )
}
