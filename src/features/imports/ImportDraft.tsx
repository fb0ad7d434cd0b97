import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconFileImport, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Import,
  type ImportPlan,
  type ImportPreview,
  importEndpoints,
  previewPageSize,
} from '../../../contract/import/imports.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { useApplyImport, useDeleteImport, usePlanImport } from '../../lib/mutations/importMutations.ts'
import { importPreviewQuery, type RowState } from '../../lib/queries/imports/imports.ts'
import { openFile } from '../../lib/session/api.ts'
import { countedText } from '../../shared/bulk/bulkTexts.ts'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { ErrorGroups } from './ErrorGroups.tsx'
import { countText, encodingNames, rowStateNames } from './importTexts.ts'
import { PreviewRows } from './PreviewRows.tsx'
import { TableColumns } from './TableColumns.tsx'

interface Props {
  batch: Import
  /** Opens another import. */
  onOpen: (id: number) => void
  onLeave: () => void
}

type Shown = RowState | 'all'
const filters: readonly Shown[] = ['all', 'new', 'changed', 'unchanged', 'error']

/** A table before it is imported: how it is understood, what it would do, and what keeps its rows from it. */
export function ImportDraft({ batch, onOpen, onLeave }: Props) {
  const { id, noun } = batch
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const query = useQuery(
    importPreviewQuery(id, shown === 'all' ? undefined : shown, (page - 1) * previewPageSize),
  )
  const plan = usePlanImport(id)
  const notices = useFailureNotices()
  const { data: preview, error } = query
  if (!preview)
    return error ? (
      <ErrorState error={error} retry={() => void query.refetch()} />
    ) : (
      <RowSkeletons count={8} />
    )

  const change = (changed: Partial<ImportPlan>) =>
    plan.mutate(
      { ...preview.plan, ...changed },
      { onError: (failure) => notices.failure(failure, { title: '読み取り方を変更できませんでした' }) },
    )
  const { counts, row_count: rows } = preview
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const countOf = (state: Shown) => (state === 'all' ? total : counts[state])
  return (
    <Stack gap="md" aria-busy={plan.isPending || query.isPlaceholderData}>
      <Text size="sm" className="break-anywhere">
        {importTargetTexts[noun].name}: {batch.file_name ?? '貼り付け'}
        {preview.encoding !== null && `（文字コード: ${encodingNames[preview.encoding]}）`}
        {preview.is_known && '。前回と同じ列の対応で読んでいます。'}
      </Text>
      {batch.failure !== null && (
        <Text role="alert" c="var(--mantine-color-error)">
          {batch.failure}
        </Text>
      )}
      <TableColumns noun={noun} preview={preview} onChange={change} />
      <ErrorGroups noun={noun} preview={preview} onChange={change} onOpen={onOpen} />
      <DraftActions batch={batch} counts={counts} onLeave={onLeave} />
      <section aria-label="取り込む内容">
        <Title order={2} fz={16} mb="xs">
          取り込む内容
        </Title>
        <Group gap="xs" mb="xs">
          {filters.map((state) => (
            <Button
              key={state}
              size="compact-md"
              variant={state === shown ? 'light' : 'default'}
              aria-pressed={state === shown}
              onClick={() => {
                setShown(state)
                setPage(1)
              }}
            >
              {state === 'all' ? 'すべて' : rowStateNames[state]} {countText(countOf(state))}
            </Button>
          ))}
        </Group>
        <PreviewRows noun={noun} preview={preview} onChange={change} />
        {rows > previewPageSize && (
          <Group gap="sm" mt="sm">
            <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              前の{previewPageSize}行
            </Button>
            <Button
              variant="default"
              disabled={page * previewPageSize >= rows}
              onClick={() => setPage(page + 1)}
            >
              次の{previewPageSize}行
            </Button>
          </Group>
        )}
      </section>
    </Stack>
  )
}

function DraftActions({ batch, counts, onLeave }: Omit<Props, 'onOpen'> & Pick<ImportPreview, 'counts'>) {
  const apply = useApplyImport(batch.id)
  const remove = useDeleteImport()
  const notices = useFailureNotices()
  const count = counts.new + counts.changed
  const start = (leavesOutErrors: boolean) =>
    apply.mutate(leavesOutErrors, {
      onError: (error) => notices.failure(error, { title: '取り込めませんでした' }),
    })
  const saveErrors = async () => {
    try {
      const answer = await openFile(importEndpoints.importErrors, { params: { id: batch.id } })
      await saveFile(new File([await answer.blob()], '取り込めない行.csv', { type: 'text/csv' }))
    } catch (error) {
      notices.failure(error, { title: 'エラーの行を保存できませんでした' })
    }
  }
  const leave = () => remove.mutate(batch.id, { onSettled: onLeave })
  return (
    <Group gap="sm">
      {batch.noun === 'users' && counts.new > 0 && (
        <Text size="sm" w="100%">
          取り込むと、{countText(counts.new)}人に招待メールを送信します。
        </Text>
      )}
      {count > 0 && (
        <Button
          leftSection={<IconFileImport size={20} aria-hidden />}
          loading={apply.isPending}
          onClick={() => start(counts.error > 0)}
        >
          {counts.error > 0
            ? `エラーの${countText(counts.error)}行を除き${countedText(batch.noun, count)}を取り込む`
            : `${countedText(batch.noun, count)}を取り込む`}
        </Button>
      )}
      {counts.error > 0 && (
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveErrors()}
        >
          エラーの行を保存
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        loading={remove.isPending}
        onClick={leave}
      >
        取り込みをやめる
      </Button>
    </Group>
  )
}
