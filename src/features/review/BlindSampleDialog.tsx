import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type BlindPercent, blindPercents } from '../../../contract/review/blind.ts'
import { useUpdateBlindSample } from '../../lib/mutations/reviewMutations.ts'
import { blindSampleQuery } from '../../lib/queries/review/review.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'

const title = '抜き取り確認'

/** How many readings come to 要確認 without their value. */
export function BlindSampleDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(blindSampleQuery)
  if (data !== undefined) return <PercentForm percent={data} onClose={onClose} />
  return (
    <Dialog opened title={title} onClose={onClose}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <DetailSkeleton />}
    </Dialog>
  )
}

const nameOf = (percent: BlindPercent) => (percent === 0 ? '行わない' : `${percent}%`)

function PercentForm({ percent, onClose }: { percent: BlindPercent; onClose: () => void }) {
  const update = useUpdateBlindSample()
  const form = useSubmitForm({
    initialValues: { percent: String(percent) },
    schema: z.object({ percent: z.string() }),
    failed: '抜き取り確認の割合を保存できませんでした',
    send: async (values) => {
      const chosen = blindPercents.find((each) => String(each) === values.percent) ?? percent
      await update.mutateAsync(chosen)
      notify.success(`抜き取り確認: ${nameOf(chosen)}`)
      onClose()
    },
  })
  return (
    <FormDialog title={title} verb="保存" width={480} form={form} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          読取に自信がある測定値の一部を、読取値を見せずに「要確認」に並べます。写真を見て値を入力すると、読取値と比べて記録します。人が確かめていない値の正しさを知るためです。
        </Text>
        <NativeSelect
          label="割合"
          data={blindPercents.map((each) => ({ value: String(each), label: nameOf(each) }))}
          {...form.form.getInputProps('percent')}
        />
      </Stack>
    </FormDialog>
  )
}
