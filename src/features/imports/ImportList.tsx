import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Import } from '../../../contract/import/imports.ts'
import { importsQuery } from '../../lib/queries/imports/imports.ts'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ImportState } from './ImportState.tsx'
import { batchName, resultText } from './importTexts.ts'

/** The latest imports: one's own, of everybody for administrators. */
export function ImportList({ onOpen }: { onOpen: (id: number) => void }) {
  const { data, error, refetch } = useQuery(importsQuery)
  return (
    <section aria-label="これまでの取り込み">
      <Title order={2} fz={16} mt="lg" mb="xs">
        これまでの取り込み
      </Title>
      {data?.length === 0 ? (
        <EmptyState
          title="まだありません"
          text="取り込んだ表とまとめて変更した内容は、ここから元に戻せます。"
        />
      ) : data ? (
        <Stack gap="xs">
          {data.map((each) => (
            <Batch key={each.id} batch={each} onOpen={() => onOpen(each.id)} />
          ))}
        </Stack>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </section>
  )
}

function Batch({ batch, onOpen }: { batch: Import; onOpen: () => void }) {
  const { noun, user, created_at: at, state, failure } = batch
  const isOver = state === 'applied' || state === 'undone'
  return (
    <Paper withBorder p="sm" component="article" aria-label={batchName(batch)}>
      <Group justify="space-between" gap="xs">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600} className="break-anywhere">
              {batchName(batch)}
            </Text>
            <ImportState state={state} isBulk={batch.bulk !== null} />
          </Group>
          <Text size="sm" c="dimmed">
            {importTargetTexts[noun].name}　{user?.username ?? '退会したユーザー'}　<TimeText time={at} />
          </Text>
          {isOver && <Text size="sm">{resultText(batch)}。</Text>}
          {failure !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {failure}
            </Text>
          )}
        </Stack>
        <Button variant="default" onClick={onOpen}>
          {state === 'draft' && batch.bulk === null
            ? '続ける'
            : state === 'applied'
              ? '結果と取り消し'
              : '結果'}
        </Button>
      </Group>
    </Paper>
  )
}
