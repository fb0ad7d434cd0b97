import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { allows } from '../../../contract/access.ts'
import type { Import } from '../../../contract/import/imports.ts'
import { importAccess } from '../../../contract/import/importTargets.ts'
import { useUndoImport } from '../../lib/mutations/importMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { isUnderWay } from '../../lib/queries/imports/imports.ts'
import { BulkRefusals } from '../../shared/bulk/BulkRefusals.tsx'
import { importTargetTexts } from '../../shared/imports/importTargetTexts.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { ImportState } from './ImportState.tsx'
import { batchName, countText, resultText } from './importTexts.ts'

interface Props {
  batch: Import
  onLeave: () => void
}

/** An import that is being applied or undone, and what became of it. */
export function ImportResult({ batch, onLeave }: Props) {
  const undo = useUndoImport(batch.id)
  const notices = useFailureNotices()
  const { noun, bulk, state, failure, added, changed } = batch
  const { name, list, search, toList } = importTargetTexts[noun]
  const { role } = useAccount()
  const ask = async () => {
    const agreed = await confirm({
      title: bulk ? `${batchName(batch)}を元に戻す` : '取り込みを元に戻す',
      text: bulk
        ? `${name}${countText(changed)}件を前の内容に戻します。その後に変更されたものは残ります。`
        : `この取り込みで${noun === 'users' ? '送信した招待' : `登録した${name}`}${countText(added)}件を${noun === 'users' ? '取り消し' : '削除し'}、更新した${countText(changed)}件を前の内容に戻します。その後に変更されたものと使用中のものは残ります。`,
      confirm: '元に戻す',
      destructive: true,
    })
    if (agreed)
      undo.mutate(undefined, {
        onError: (error) => notices.failure(error, { title: '元に戻せませんでした' }),
      })
  }
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="xs">
        <Text fw={600} className="break-anywhere">
          {batchName(batch)}
        </Text>
        <ImportState state={state} isBulk={bulk !== null} />
      </Group>
      {isUnderWay(batch) ? (
        <Running batch={batch} />
      ) : (
        <Text role="status">
          {name}: {resultText(batch)}。
        </Text>
      )}
      {bulk && state === 'applied' && <BulkRefusals noun={noun} refusals={bulk.refusals} />}
      {failure !== null && (
        <Text role="alert" c="var(--mantine-color-error)">
          {failure}
        </Text>
      )}
      <Group gap="sm">
        {state === 'applied' && allows(importAccess[noun].undo, role) && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            loading={undo.isPending}
            onClick={() => void ask()}
          >
            元に戻す
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          取り込みの一覧へ
        </Button>
      </Group>
      {state === 'applied' && (
        <ScreenLink route={list} {...(search && { search })}>
          {toList}
        </ScreenLink>
      )}
    </Stack>
  )
}

function Running({ batch: { bulk, state, progress } }: { batch: Import }) {
  const { done, total } = progress
  return (
    <div style={{ width: '100%' }}>
      <Text size="sm" className="tabular-nums">
        {state === 'applying' ? (bulk ? '変更しています' : '取り込んでいます') : '元に戻しています'}
        {total > 0 && ` ${countText(done)} / ${countText(total)}件`}
      </Text>
      <Progress mt={4} value={total === 0 ? 0 : (100 * done) / total} aria-label="取り込みの進み具合" />
      <Text size="sm" c="dimmed" mt={4}>
        この画面を閉じても続きます。
      </Text>
    </div>
  )
}
