import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../text/formatNumber.ts'
import { useDeleteEstimate } from '../../lib/mutations/estimateMutations.ts'
import { estimatesQuery } from '../../lib/queries/estimates.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../ui/notice/useFailureNotices.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import type { BoardMeter } from './boardRows.ts'
import { basisNames } from './estimateTexts.ts'

interface Props {
  row: BoardMeter
  onClose: () => void
}

/** The estimate that closes a period: by what, why and by whom; it can be withdrawn. */
export function WithdrawDialog({ row, onClose }: Props) {
  const { data, error, refetch } = useQuery(estimatesQuery(row.id))
  const deletion = useDeleteEstimate(row.id)
  const notices = useFailureNotices()
  const estimate = data?.find(({ at }) => row.end !== null && Date.parse(at) === Date.parse(row.end.at))
  const withdraw = (id: number) =>
    deletion.mutate(id, {
      onSuccess: () => {
        notify.success(`「${row.name}」の認定を取り消しました`)
        onClose()
      },
      onError: (failure) => notices.failure(failure, { title: '認定を取り消せませんでした' }),
    })
  return (
    <Dialog
      opened
      title={`${row.name}の認定`}
      width={480}
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            閉じる
          </Button>
          {estimate && (
            <Button color="red" loading={deletion.isPending} onClick={() => withdraw(estimate.id)}>
              認定を取り消す
            </Button>
          )}
        </>
      )}
    >
      {estimate ? (
        <>
          <Fact label="指示値">{formatNumber(estimate.value, row.meter?.decimal_point ?? null)}</Fact>
          <Fact label="方法">{basisNames[estimate.basis]}</Fact>
          <Fact label="理由">{estimate.reason}</Fact>
          <Fact label="認定した人">
            {estimate.user?.username ?? '退会した利用者'} <PlainTime time={estimate.created_at} />
          </Fact>
          <p>取り消すと、このメーターは測定値を入力するか認定し直すまで未検針になります。</p>
        </>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <EmptyState text="この認定は取り消されました。" />
      ) : (
        <RowSkeletons count={4} />
      )}
    </Dialog>
  )
}
