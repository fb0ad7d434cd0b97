import { Button, Progress, Text } from '@mantine/core'
import { IconDatabaseX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DataReset as Reset } from '../../../contract/data-resets.ts'
import type { ListedOrganization } from '../../../contract/organizations.ts'
import { failureText } from '../../failures/failureText.ts'
import { useStartDataReset } from '../../lib/mutations/dataResetMutations.ts'
import { dataResetQuery, isUnderWay } from '../../lib/queries/dataResets.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'

/** データ初期化 of a demonstration that is not protected, and how far the last one is. */
export function DataReset({ organization }: { organization: ListedOrganization }) {
  const { id, name } = organization
  const { data: reset, error, refetch } = useQuery(dataResetQuery(id))
  const start = useStartDataReset(id)
  const notices = useFailureNotices()
  const isOffered = organization.demo_enabled && !organization.protected
  if (!isOffered && !isUnderWay(reset)) return null
  const ask = async () => {
    const agreed = await confirm({
      title: 'データ初期化',
      text: `組織「${name}」のデータを初期化します。測定値、アラート、画像、端末履歴、アクセスログを削除し、60日分のデモのデータを作り直します。メーター、端末、ユーザー、APIキー、マップは残ります。本当に初期化しますか？この操作は元に戻せません。`,
      confirm: '初期化',
      destructive: true,
    })
    if (!agreed) return
    start.mutate(undefined, {
      onError: (failure) => notices.failure(failure, { title: 'データを初期化できませんでした' }),
    })
  }
  return (
    <section aria-label="データ初期化">
      {isOffered && (
        <Button
          variant="default"
          c="var(--abnormal-text)"
          leftSection={<IconDatabaseX size={18} aria-hidden />}
          loading={start.isPending}
          disabled={isUnderWay(reset)}
          onClick={() => void ask()}
        >
          データ初期化
        </Button>
      )}
      {reset && <State reset={reset} />}
      {error && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="xs">
          初期化の状況を確認できません。{failureText(error).detail}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            再試行
          </Button>
        </Text>
      )}
    </section>
  )
}

const stepText = ({ step, done, total }: Reset) =>
  step === 'delete'
    ? `データを削除しています ${done.toLocaleString('ja-JP')} / ${total.toLocaleString('ja-JP')}件`
    : `デモのデータを準備しています ${done} / ${total}日分`

function State({ reset }: { reset: Reset }) {
  const { finished_at: finishedAt, failure, started_at: startedAt, started_by: by, done, total } = reset
  if (finishedAt === null)
    return (
      <>
        <Text size="sm" mt="xs">
          {stepText(reset)}（{by.username}が<TimeText time={startedAt} />
          に開始）
        </Text>
        <Progress mt={4} value={total === 0 ? 0 : (100 * done) / total} aria-label="データ初期化の進み具合" />
      </>
    )
  return (
    // The end only: screen readers need not hear each step.
    <Text size="sm" mt="xs" role="status" {...(failure !== null && { c: 'var(--mantine-color-error)' })}>
      {failure ?? (
        <>
          前回の初期化は <TimeText time={finishedAt} /> に完了しました（{by.username}）
        </>
      )}
    </Text>
  )
}
