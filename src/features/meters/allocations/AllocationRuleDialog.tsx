import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { addMonths } from '../../../../contract/closing/closingDates.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { type AllocationRule, maxShares } from '../../../../contract/usage/allocations.ts'
import { monthText } from '../../../../text/monthText.ts'
import { useSetAllocationRule } from '../../../lib/mutations/allocationMutations.ts'
import { allocationMethodNames } from '../../../shared/allocations/allocationTexts.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { parseNumber } from '../../../ui/text/parseNumber.ts'
import classes from '../terms/terms.module.css'
import { type RuleValues, ruleFormSchema, type ShareValues } from './ruleForm.ts'
import { ShareFields } from './ShareFields.tsx'

interface Props {
  meter: Meter
  /** All rules of the meter, newest first. */
  rules: readonly AllocationRule[]
  /** Null: a new one. */
  rule: AllocationRule | null
  /** This month, `YYYY-MM`. */
  month: string
  onClose: () => void
}

const methods = ['usage', 'shares', 'none'] as const
const methodChoices = methods.map((value) => ({ value, label: allocationMethodNames[value] }))
const emptyShare: ShareValues = { costBearerId: null, percent: '' }
/** Before and after this month that can be chosen. */
const monthsAround = 12

/** How the usage of a meter is allocated from a month on. */
export function AllocationRuleDialog({ meter, rules, rule, month, onClose }: Props) {
  const set = useSetAllocationRule(meter.id)
  const latest = rule ?? rules[0]
  const submitForm = useSubmitForm<RuleValues>({
    initialValues: {
      month: rule?.from_month ?? month,
      method: latest?.method ?? 'usage',
      shares:
        latest?.shares.map(({ cost_bearer_id: costBearerId, percent }) => ({
          costBearerId,
          percent: String(percent),
        })) ?? [],
    },
    schema: ruleFormSchema,
    failed: '按分の方法を保存できませんでした',
    fields: { shares: 'shares.0.percent' },
    send: async (values) => {
      const shares = values.method === 'shares' ? values.shares : []
      await set.mutateAsync({
        month: values.month,
        body: {
          method: values.method,
          shares: shares.flatMap(({ costBearerId, percent }) => {
            const typed = parseNumber(percent)
            return costBearerId === null || typed == null
              ? []
              : { cost_bearer_id: costBearerId, percent: typed.value }
          }),
        },
      })
      notify.success(`「${meter.name}」の按分の方法を保存しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const { shares } = form.values
  const taken = rule === null && rules.some(({ from_month: from }) => from === form.values.month)
  return (
    <FormDialog
      title={rule === null ? '按分の方法の追加' : '按分の方法の修正'}
      width={640}
      verb={rule === null ? '登録' : '更新'}
      form={submitForm}
      className={classes.form}
      onClose={onClose}
    >
      <p className="break-anywhere">{meter.name}</p>
      {rule === null ? (
        <NativeSelect
          size="md"
          label="いつから"
          description={
            taken
              ? 'この月に始まる方法があります。登録すると置き換えます'
              : 'この月の使用量から按分します。締めた月の按分は変わりません'
          }
          data={Array.from({ length: 2 * monthsAround + 1 }, (_, index) => {
            const value = addMonths(month, monthsAround - index)
            return { value, label: monthText(value) }
          })}
          {...form.getInputProps('month')}
        />
      ) : (
        <p>{monthText(rule.from_month)}からの方法を修正します。締めた月の按分は変わりません。</p>
      )}
      <NativeSelect
        size="md"
        label="方法"
        description="使用量だけを分けます。端数は合計が変わらないように割り振ります"
        data={methodChoices}
        {...form.getInputProps('method')}
        onChange={({ currentTarget: { value } }) => {
          const method = methods.find((each) => each === value) ?? 'usage'
          form.setFieldValue('method', method)
          if (method === 'shares' && shares.length === 0)
            form.setFieldValue('shares', [emptyShare, emptyShare])
        }}
      />
      {form.values.method === 'shares' && (
        <>
          <ShareFields form={form} />
          {shares.length < maxShares && (
            <Button
              mih={44}
              variant="default"
              leftSection={<IconPlus size={20} aria-hidden />}
              onClick={() => form.insertListItem('shares', emptyShare)}
            >
              負担先を追加
            </Button>
          )}
        </>
      )}
    </FormDialog>
  )
}
