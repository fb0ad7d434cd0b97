import { Box, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import { sentenceOf } from '../../../contract/alert-rules/sentenceOf.ts'
import { useSaveAlertRule } from '../../lib/mutations/alertRuleMutations.ts'
import { recipientGroupsQuery } from '../../lib/queries/alert-rules/recipientGroups.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { WeekdayChips } from '../../ui/form/WeekdayChips.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { scaleOf, usualClosing } from './closingLimit.ts'
import { RuleSentence } from './RuleSentence.tsx'
import { RuleTrial } from './RuleTrial.tsx'
import type { ReadingDialogOf } from './readingDialog.ts'
import {
  emptyRule,
  faultsOf,
  fieldsByPath,
  fieldsOf,
  judgingOf,
  type Kind,
  type RuleValues,
  readJudging,
  type TargetType,
  valuesOf,
} from './ruleForm.ts'
import { kindNames, openCasesText, tellingText } from './ruleTexts.ts'
import { metersOf, TargetFields } from './TargetFields.tsx'
import classes from './trial.module.css'

interface Props {
  /** Null: a new one. */
  rule: AlertRule | null
  /** A new rule begins as this one. */
  source: AlertRule | null
  /** What the form begins with instead. */
  initial?: RuleValues
  readingDialog: ReadingDialogOf
  onClose: () => void
}

const formSchema = z.custom<RuleValues>().check(
  z.superRefine((values, { addIssue }) => {
    for (const { field, message } of faultsOf(values))
      addIssue({ code: 'custom', path: [field], message, input: values })
  }),
)

/** What a new rule began with last time. */
const lastChoice = { target: 'group', kind: 'limit' } as const satisfies { target: TargetType; kind: Kind }

/** An alert rule as a sentence with fields in it, and what it would have found. */
export function RuleDialog({ rule, source, initial, readingDialog, onClose }: Props) {
  const [last, rememberLast] = useLocalStorage<{ target: TargetType; kind: Kind }>({
    key: 'alertRule.last',
    defaultValue: lastChoice,
    getInitialValueInEffect: false,
  })
  const [isTried, setTried] = useState(false)
  const masters = useMasters('meters', 'units', 'categories', 'groups')
  const { data: recipientGroups = [] } = useQuery(recipientGroupsQuery)
  const save = useSaveAlertRule()
  const verb = rule === null ? '登録' : '更新'
  const began = rule ?? source
  const submitForm = useSubmitForm<RuleValues>({
    initialValues:
      initial ??
      (began
        ? { ...valuesOf(began), ...(source && { name: `${source.name} のコピー` }) }
        : emptyRule(last.target, last.kind)),
    schema: formSchema,
    failed: `アラートルールを${verb}できませんでした`,
    fields: fieldsByPath,
    onRefused: () => setTried(true),
    send: async (values) => {
      const { judging } = readJudging(values)
      if (judging === null) return
      await save.mutateAsync({
        id: rule?.id ?? null,
        ...fieldsOf(values, judging),
        is_enabled: rule?.is_enabled ?? true,
      })
      rememberLast({ target: values.target, kind: values.kind })
      notify.success(`アラートルール「${values.name.trim()}」を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const { values } = form
  const unit = nameIn(masters.units, values.unitId) ?? ''
  const targetMeters = useMemo(() => metersOf(values, masters.meters), [values, masters.meters])
  const judged = targetMeters.filter(
    ({ meter_unit_id: id }) => values.kind === 'unreadable' || id === values.unitId,
  )
  const scale = scaleOf(judged, unit)
  const targetNameIn = ({ target, targetId }: RuleValues) =>
    nameIn(
      { meter: masters.meters, group: masters.groups, category: masters.categories }[target],
      targetId,
    ) ?? ''
  const targetName = targetNameIn(values)
  const usualName = (kind: Kind, name: string) => (name === '' ? '' : `${name} ${kindNames[kind]}`)

  const change = (part: Partial<RuleValues>) => {
    const next = { ...values, ...part }
    // What nobody has typed follows from the rest.
    if (part.closing === undefined && values.closing === usualClosing(values, scale))
      next.closing = usualClosing(next, scaleIn(next))
    if (part.name === undefined && values.name === usualName(values.kind, targetName))
      next.name = usualName(next.kind, targetNameIn(next))
    form.setValues(next)
  }
  const scaleIn = (next: RuleValues) =>
    scaleOf(
      metersOf(next, masters.meters).filter(({ meter_unit_id: id }) => id === next.unitId),
      nameIn(masters.units, next.unitId) ?? '',
    )

  const { judging } = readJudging(values)
  const faults = faultsOf(values).filter(({ isMissing }) => isTried || !isMissing)
  const messages = new Map<string, ReactNode>([
    ...Object.entries(form.errors),
    ...faults.map(({ field, message }) => [field, message] as const),
  ])
  const wrong = new Set(messages.keys()) as ReadonlySet<keyof RuleValues>
  const ofSentence = [...messages].filter(([field]) => !elsewhere.has(field))
  const recipients = recipientGroups.find(({ id }) => String(id) === values.recipientGroupId)
  const sentence =
    judging &&
    sentenceOf(judging, {
      subject: targetName || '対象',
      unit,
      decimals: scale.decimals,
      recipients: recipients?.name ?? null,
    })
  const closed = rule && (initial || form.isDirty()) ? openCasesText(rule) : null
  return (
    <FormDialog
      title={rule ? 'アラートルールの編集' : source ? 'アラートルールの複製' : 'アラートルールの追加'}
      width={1280}
      className={classes.columns}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack gap="md">
        <FieldSection legend="ルール">
          <TargetFields masters={masters} values={values} wrong={wrong} change={change} />
          <RuleSentence
            scale={scale}
            recipients={recipientGroups}
            values={values}
            wrong={wrong}
            change={change}
          />
          {ofSentence.length > 0 && (
            <Stack gap={4} role="alert" c="var(--mantine-color-error)">
              {ofSentence.map(([field, message]) => (
                <Text key={field} size="sm">
                  {message}
                </Text>
              ))}
            </Stack>
          )}
        </FieldSection>
        <Switch
          size="md"
          label="見張る時間帯を決める"
          checked={values.isTimed}
          onChange={({ currentTarget }) => change({ isTimed: currentTarget.checked })}
        />
        {values.isTimed && (
          <>
            <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
              {(['from', 'to'] as const).map((field) => (
                <TextInput
                  key={field}
                  type="time"
                  label={field === 'from' ? '開始' : '終了'}
                  maw={160}
                  data-path={field}
                  error={messages.get(field)}
                  value={values[field]}
                  onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
                />
              ))}
            </Group>
            <WeekdayChips
              label="始まる曜日"
              value={values.weekdays}
              onChange={(weekdays) => change({ weekdays })}
              error={messages.get('weekdays')}
            />
          </>
        )}
        {values.kind !== 'unreadable' && (
          <Switch
            size="md"
            label="要確認の値も数える"
            checked={values.includesUnsure}
            onChange={({ currentTarget }) => change({ includesUnsure: currentTarget.checked })}
          />
        )}
        <TextInput
          label="ルール名"
          withAsterisk
          data-path="name"
          error={messages.get('name')}
          value={values.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Box role="status" mih="1.5em">
          {sentence && <Text fw={700}>{sentence}</Text>}
          <Text size="sm" c="dimmed">
            {tellingText(recipients)}
          </Text>
          {closed !== null && (
            <Text size="sm" c="var(--waiting-text)">
              ルール名と通知先のほかを変えて更新すると、{closed}新しいルールで判定し直します。
            </Text>
          )}
        </Box>
      </Stack>
      <RuleTrial
        judging={judging}
        saved={rule && judgingOf(rule)}
        meters={judged}
        unit={unit}
        readingDialog={readingDialog}
      />
    </FormDialog>
  )
}

/** Fields with a place of their own for what is wrong with them. */
const elsewhere: ReadonlySet<string> = new Set(['name', 'from', 'to', 'weekdays'])
