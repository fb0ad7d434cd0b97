import { NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import { freeAboveMax, isFreeWithinMax, type Plan, planType } from '../../../contract/plans.ts'
import { textLimit } from '../../../text/limits.ts'
import { useSavePlan } from '../../lib/mutations/planMutations.ts'
import {
  planFlagDescriptions,
  planFlagLabels,
  planLimitLabels,
  planTypeNames,
} from '../../shared/organizations/organizationNames.ts'
import { EffectNote } from '../../shared/readings/EffectNote.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { choicesOf } from './organizationTexts.ts'

const limitDescriptions = {
  ai_api_max_count: '1か月のAIブーストの回数',
  ai_api_free_count: 'そのうち無料の回数',
  limit_mobile_count: 'モバイル端末の台数',
} as const
const keysOf = <Key extends string>(fields: Record<Key, unknown>) => Object.keys(fields) as Key[]

type Values = { name: string; type: string } & Record<keyof typeof planLimitLabels, number | string> &
  Record<keyof typeof planFlagLabels, boolean>

const isUnlimited = (type: string) => type === String(planType.unlimited)

const required = z.number('上限を入力してください')

const limitOf = (value: number | string) => (typeof value === 'number' ? value : null)

/** Without a limit only if of type Unlimited. */
const planForm = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'プラン名を入力してください'), z.maxLength(textLimit), oneLine),
  type: z.string().check(z.minLength(1, '種類を選択してください')),
})
const limitedForm = z.extend(planForm, {
  ai_api_max_count: required,
  ai_api_free_count: required,
  limit_mobile_count: required,
})
const anyPlanForm = z.any().check((given) => {
  const { success, error } = (isUnlimited(given.value.type) ? planForm : limitedForm).safeParse(given.value)
  if (!success) given.issues.push(...error.issues.map((issue) => ({ ...issue, input: given.value })))
  const { ai_api_max_count: max, ai_api_free_count: free } = given.value
  if (isFreeWithinMax(limitOf(max), limitOf(free))) return
  given.issues.push({ code: 'custom', path: ['ai_api_free_count'], message: freeAboveMax, input: free })
})

interface Props {
  /** Null: a new one. */
  row: Plan | null
  /** How many organizations have it. */
  used: number
  onClose: () => void
}

export function PlanDialog({ row, used, onClose }: Props) {
  const save = useSavePlan()
  const verb = row === null ? '登録' : '更新'
  const submitForm = useSubmitForm<Values>({
    initialValues: {
      name: row?.name ?? '',
      type: row === null ? '' : String(row.type),
      ai_api_max_count: row?.ai_api_max_count ?? '',
      ai_api_free_count: row?.ai_api_free_count ?? '',
      limit_mobile_count: row?.limit_mobile_count ?? '',
      allow_devices: row?.allow_devices ?? true,
      allow_apps: row?.allow_apps ?? true,
      allow_apis: row?.allow_apis ?? true,
      allow_mobiles: row?.allow_mobiles ?? true,
    },
    schema: anyPlanForm,
    failed: `プランを${verb}できませんでした`,
    send: async ({ name, type, ...values }) => {
      const chosen = Object.values(planType).find((each) => String(each) === type)
      if (chosen === undefined) return
      await save.mutateAsync({
        ...values,
        id: row?.id ?? null,
        name: name.trim(),
        type: chosen,
        ai_api_max_count: limitOf(values.ai_api_max_count),
        ai_api_free_count: limitOf(values.ai_api_free_count),
        limit_mobile_count: limitOf(values.limit_mobile_count),
      })
      notify.success(`プランを${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const unlimited = isUnlimited(form.values.type)
  return (
    <FormDialog
      title={row === null ? 'プランの追加' : 'プランの編集'}
      width={800}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput label="プラン名" withAsterisk {...form.getInputProps('name')} />
        <NativeSelect
          label="種類"
          size="md"
          withAsterisk
          data={[{ value: '', label: '選択してください', disabled: true }, ...choicesOf(planTypeNames)]}
          {...form.getInputProps('type')}
        />
        {row !== null && used > 0 && form.isDirty() && (
          <EffectNote>
            {`このプランの組織 ${used.toLocaleString('ja-JP')}件に、保存するとすぐに反映されます。`}
          </EffectNote>
        )}
        {keysOf(planLimitLabels).map((key) => (
          <NumberInput
            key={key}
            label={planLimitLabels[key]}
            description={`${limitDescriptions[key]}${unlimited ? '。空欄は未設定（上限なし）です' : ''}`}
            withAsterisk={!unlimited}
            min={0}
            max={1_000_000_000}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps(key)}
          />
        ))}
        {keysOf(planFlagLabels).map((key) => (
          <Switch
            key={key}
            label={`${planFlagLabels[key]}を許可`}
            description={planFlagDescriptions[key]}
            size="md"
            {...form.getInputProps(key, { type: 'checkbox' })}
          />
        ))}
      </Stack>
    </FormDialog>
  )
}
