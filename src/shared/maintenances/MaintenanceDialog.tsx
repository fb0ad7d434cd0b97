import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { use } from 'react'
import * as z from 'zod/mini'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import { oneLine } from '../../../contract/calls/wire.ts'
import { textLimit } from '../../../text/limits.ts'
import { useSaveMaintenance } from '../../lib/mutations/maintenanceMutations.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { TimeZone, useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../ui/text/formatTime.ts'
import { EffectNote } from '../readings/EffectNote.tsx'

const durations = [
  { value: '30', label: '30分' },
  ...[1, 2, 4, 8, 12, 24].map((hours) => ({ value: String(hours * 60), label: `${hours}時間` })),
]

const schema = z.object({
  minutes: z.string(),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, '理由を入力してください'),
      z.maxLength(textLimit, `理由は${textLimit}文字以内で入力してください`),
      oneLine,
    ),
})

interface Props {
  group: { id: number; name: string }
  /** Null: it begins. */
  current: Maintenance | null
  onClose: () => void
}

/** How long people work at the meters of a group, and why. */
export function MaintenanceDialog({ group, current, onClose }: Props) {
  const zone = use(TimeZone)
  const now = useCurrentMinute()
  const save = useSaveMaintenance(group.id)
  const { meters } = useMasters('meters')
  const count = meters.filter(({ meter_group_id: id }) => id === group.id).length
  const textOf = (time: number) => formatRelativeTime(time, now, zone)
  const submitForm = useSubmitForm({
    initialValues: { minutes: '120', reason: current?.reason ?? '' },
    schema,
    failed: current === null ? '点検中にできませんでした' : '点検中を延長できませんでした',
    send: async ({ minutes, reason }) => {
      const saved = await save.mutateAsync({ minutes: Number(minutes), reason: reason.trim() })
      notify.success(`「${group.name}」は ${textOf(Date.parse(saved.ends_at))} まで点検中です`)
      onClose()
    },
  })
  const { form } = submitForm
  const end = textOf(now + Number(form.values.minutes) * 60_000)
  const until = current && textOf(Date.parse(current.ends_at))
  return (
    <FormDialog
      title={current === null ? `「${group.name}」を点検中にする` : `「${group.name}」の点検中を延長`}
      width={480}
      verb={current === null ? '点検中にする' : '保存'}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <NativeSelect
          label="今からの時間"
          size="md"
          description={`${until === null ? '' : `${until} → `}${end} に自動で終わります。`}
          data={durations}
          {...form.getInputProps('minutes')}
        />
        <TextInput
          label="理由"
          description="アラートの画面で、全員に表示します。"
          placeholder="配管の交換"
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <EffectNote>
          このグループのメーター {count.toLocaleString('ja-JP')}
          件のアラートは、点検中も判定して表示しますが、メールと通知では知らせません。終わったときに、まだ発生しているアラートを知らせます。
        </EffectNote>
      </Stack>
    </FormDialog>
  )
}
