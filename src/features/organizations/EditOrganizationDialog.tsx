import { NativeSelect, NumberInput, Stack, Switch, Text } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  imageKeepLimit,
  type ListedOrganization,
  organizationStatus,
} from '../../../contract/organizations.ts'
import type { Plan } from '../../../contract/plans.ts'
import { useUpdateOrganization } from '../../lib/mutations/organizationMutations.ts'
import {
  isExpired,
  noExpiry,
  organizationLabels,
  organizationStatusNames,
} from '../../shared/organizations/organizationNames.ts'
import { clearButton } from '../../ui/form/clearButton.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { JapaneseDatesProvider } from '../../ui/form/JapaneseDatesProvider.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { correctedNow } from '../../ui/text/currentMinute.ts'
import { confirmStop } from './confirmStop.tsx'
import { DataReset } from './DataReset.tsx'
import { choicesOf, noPlans } from './organizationTexts.ts'

interface Props {
  row: ListedOrganization
  plans: readonly Plan[]
  plansFailed?: boolean
  onClose: () => void
}

interface Values {
  plan_id: number | null
  status: string
  /** `YYYY-MM-DD` */
  expire_at: string | null
  use_ai_boost: boolean
  image_keep_duration: number | string
  demo_enabled: boolean
  protected: boolean
}

const organizationForm = z.object({ plan_id: z.number('プランを選択してください') })

const { active } = organizationStatus

const statusOf = (value: string) =>
  Object.values(organizationStatus).find((status) => String(status) === value) ?? active

/** 組織の編集; of a protected organization only the protection. */
export function EditOrganizationDialog({ row, plans, plansFailed = false, onClose }: Props) {
  const update = useUpdateOrganization()
  const client = useQueryClient()
  // With the offset of the organization's zone: its day.
  const expiryDay = row.expire_at?.slice(0, 10) ?? null
  const isNewDay = (day: string | null) => day !== expiryDay
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      plan_id: row.plan_id,
      status: String(row.status),
      expire_at: expiryDay,
      use_ai_boost: row.use_ai_boost,
      image_keep_duration: row.image_keep_duration ?? '',
      demo_enabled: row.demo_enabled,
      protected: row.protected,
    },
    schema: organizationForm,
    failed: '組織を更新できませんでした',
    confirm: async ({ status, expire_at: day }) => {
      const isStopped = row.status === active && statusOf(status) !== active
      const expires =
        isNewDay(day) && day !== null && isExpired({ expire_at: `${day}T23:59:59` }, correctedNow())
      return !(isStopped || expires) || confirmStop(client, row)
    },
    send: async ({ image_keep_duration: days, expire_at: day, status, plan_id: planId, ...flags }) => {
      await update.mutateAsync({
        id: row.id,
        plan_id: planId ?? row.plan_id,
        status: statusOf(status),
        image_keep_duration: typeof days === 'number' ? days : null,
        ...(isNewDay(day) && { expire_at: day === null ? null : `${day} 23:59:59` }),
        ...flags,
      })
      notify.success(`組織「${row.name}」を更新しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const locked = row.protected
  const plan = plans.find(({ id }) => id === form.values.plan_id)
  // Offered until the plans have loaded: the plan may allow it.
  const boostOffered = row.use_ai_boost || plan === undefined || plan.allow_apis
  return (
    <FormDialog
      title={`組織の編集（${row.name}）`}
      width={800}
      verb="更新"
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        {locked && (
          <Text>
            この組織は保護されています。ほかの項目を変更するには、先に保護をオフにして更新してください。
          </Text>
        )}
        <RowSelect
          label={organizationLabels.plan}
          withAsterisk
          disabled={locked}
          rows={plans}
          nothingFoundMessage={noPlans(plansFailed)}
          {...form.getInputProps('plan_id')}
        />
        <NativeSelect
          label={organizationLabels.status}
          size="md"
          withAsterisk
          disabled={locked}
          description="停止または削除すると、この組織のユーザーはすぐに利用できなくなります。"
          data={choicesOf(organizationStatusNames)}
          {...form.getInputProps('status')}
        />
        <JapaneseDatesProvider>
          <DatePickerInput
            label={`${organizationLabels.expire_at}（任意）`}
            size="md"
            placeholder={noExpiry}
            valueFormat="YYYY/MM/DD"
            clearable
            clearButtonProps={clearButton('有効期限を消す')}
            disabled={locked}
            {...form.getInputProps('expire_at')}
          />
        </JapaneseDatesProvider>
        <NumberInput
          label={`${organizationLabels.image_keep_duration}（日・任意）`}
          description="空欄は無制限です。期間を過ぎた画像は削除され、測定値は残ります。"
          min={1}
          max={imageKeepLimit}
          allowDecimal={false}
          allowNegative={false}
          disabled={locked}
          {...form.getInputProps('image_keep_duration')}
        />
        <Switch
          label={organizationLabels.use_ai_boost}
          description={boostOffered ? undefined : 'AIを許可しているプランで利用できます。'}
          size="md"
          disabled={locked || !boostOffered}
          {...form.getInputProps('use_ai_boost', { type: 'checkbox' })}
        />
        <Switch
          label={organizationLabels.demo_enabled}
          size="md"
          disabled={locked}
          {...form.getInputProps('demo_enabled', { type: 'checkbox' })}
        />
        <Switch
          label={organizationLabels.protected}
          description="オンにすると、プラン・状態・有効期限・AIブースト・画像保存期間・デモを変更できなくなります。"
          size="md"
          {...form.getInputProps('protected', { type: 'checkbox' })}
        />
        <DataReset organization={row} />
      </Stack>
    </FormDialog>
  )
}
