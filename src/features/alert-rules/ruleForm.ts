import type { AlertRule, AlertRuleFields } from '../../../contract/alert-rules/alertRules.ts'
import type { Level } from '../../../contract/alert-rules/levels.ts'
import { type Condition, type Judging, judgingSchema } from '../../../contract/alert-rules/rule.ts'
import { textLimit } from '../../../text/limits.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'

export type TargetType = 'meter' | 'group' | 'category'
export type Kind = Condition['kind']

/** A rule as it is typed: numbers stay text until they are sent. */
export interface RuleValues {
  name: string
  target: TargetType
  targetId: number | null
  unitId: number | null
  kind: Kind
  side: 'above' | 'below'
  warning: string
  alarm: string
  closing: string
  change: 'rise' | 'fall' | 'either'
  amount: string
  minutes: string
  hours: string
  tolerance: string
  /** Of every kind but 上下限, which has a value for each. */
  level: Level
  /** Empty: as many as usual. */
  openAfter: string
  closeAfter: string
  isTimed: boolean
  from: string
  to: string
  /** As chips give them. */
  weekdays: string[]
  includesUnsure: boolean
  /** Of the notification group, as selects give it; empty: everybody. */
  recipientGroupId: string
}

/** Fields of which a message has to name the one that is meant, because they are part of a sentence. */
export const fieldLabels = {
  warning: '注意の値',
  alarm: '警報の値',
  closing: '解消の値',
  amount: '変化量',
  minutes: '変化の時間',
  hours: '変化なしの時間',
  tolerance: '許容する変化',
} as const
export type NumberField = keyof typeof fieldLabels

export const emptyRule = (target: TargetType, kind: Kind): RuleValues => ({
  name: '',
  target,
  targetId: null,
  unitId: null,
  kind,
  side: 'above',
  warning: '',
  alarm: '',
  closing: '',
  change: 'either',
  amount: '',
  minutes: '60',
  hours: '24',
  tolerance: '0',
  level: 'alarm',
  openAfter: '',
  closeAfter: '1',
  isTimed: false,
  from: '08:00',
  to: '18:00',
  weekdays: ['1', '2', '3', '4', '5'],
  includesUnsure: false,
  recipientGroupId: '',
})

const textOf = (value: number | null): string => (value === null ? '' : String(value))

/** A saved rule as it is typed. */
export function valuesOf(rule: Omit<AlertRuleFields, 'is_enabled'>): RuleValues {
  const target = rule.meter_id !== null ? 'meter' : rule.meter_group_id !== null ? 'group' : 'category'
  const { condition, active } = rule
  return {
    ...emptyRule(target, condition.kind),
    name: rule.name,
    targetId: rule.meter_id ?? rule.meter_group_id ?? rule.meter_category_id,
    unitId: rule.meter_unit_id,
    ...typedCondition(condition),
    openAfter: textOf(rule.open_after),
    closeAfter: String(rule.close_after),
    ...(active && { isTimed: true, ...active, weekdays: active.weekdays.map(String) }),
    includesUnsure: rule.includes_unsure,
    recipientGroupId: textOf(rule.recipient_group_id ?? null),
  }
}

function typedCondition(condition: Condition): Partial<RuleValues> {
  switch (condition.kind) {
    case 'limit':
      return {
        side: condition.direction,
        warning: textOf(condition.warning),
        alarm: textOf(condition.alarm),
        closing: String(condition.closing_limit),
      }
    case 'change': {
      const { direction: change, amount, minutes, level } = condition
      return { change, amount: String(amount), minutes: String(minutes), level }
    }
    case 'unchanged': {
      const { hours, tolerance, level } = condition
      return { hours: String(hours), tolerance: String(tolerance), level }
    }
    case 'unreadable':
      return { level: condition.level }
    case 'backwards':
      return { tolerance: String(condition.tolerance), level: condition.level }
  }
}

/** What the parts of the form read and change. */
export interface RuleForm {
  values: RuleValues
  /** Fields that are wrong. */
  wrong: ReadonlySet<keyof RuleValues>
  change: (part: Partial<RuleValues>) => void
}

export interface Fault {
  field: keyof RuleValues
  message: string
  /** The field has not been filled in yet, which is said when the form is sent. */
  isMissing: boolean
}

/** Field by the path of an issue. */
export const fieldsByPath: Readonly<Record<string, keyof RuleValues>> = {
  meter_id: 'targetId',
  meter_group_id: 'targetId',
  meter_category_id: 'targetId',
  meter_unit_id: 'unitId',
  'condition.warning': 'warning',
  'condition.alarm': 'alarm',
  'condition.closing_limit': 'closing',
  'condition.amount': 'amount',
  'condition.minutes': 'minutes',
  'condition.hours': 'hours',
  'condition.tolerance': 'tolerance',
  'active.from': 'from',
  'active.to': 'to',
  'active.weekdays': 'weekdays',
  recipient_group_id: 'recipientGroupId',
}

/** Returns how readings would be judged, null where that is not complete, and what is wrong with the fields. */
export function readJudging(values: RuleValues): { judging: Judging | null; faults: Fault[] } {
  const faults: Fault[] = []
  const condition = readCondition(values, faults)
  const active = values.isTimed
    ? { from: values.from, to: values.to, weekdays: values.weekdays.map(Number) }
    : null
  for (const [field, text] of Object.entries({ from: values.from, to: values.to }))
    if (active !== null && text === '')
      faults.push({ field: field as 'from' | 'to', message: '時刻を入力してください', isMissing: true })
  if (condition === null || faults.length > 0) return { judging: null, faults }
  const parsed = judgingSchema.safeParse({
    condition,
    open_after: values.openAfter === '' ? null : Number(values.openAfter),
    close_after: Number(values.closeAfter),
    active,
    includes_unsure: values.includesUnsure,
  })
  if (parsed.success) return { judging: parsed.data, faults }
  for (const { path, message } of parsed.error.issues) {
    const field = fieldsByPath[path.join('.')] ?? 'kind'
    const named =
      field === 'amount' || field === 'tolerance' ? `${fieldLabels[field]}には${message}` : message
    faults.push({ field, message: named, isMissing: false })
  }
  return { judging: null, faults }
}

/** Null where a number is missing or wrong, which is added to the faults. */
function readCondition(values: RuleValues, faults: Fault[]): Condition | null {
  const known = faults.length
  const optional = (field: NumberField): number | null => {
    const value = parseNumberValue(values[field])
    if (value === undefined)
      faults.push({ field, message: `${fieldLabels[field]}には数値を入力してください`, isMissing: false })
    return value ?? null
  }
  const number = (field: NumberField): number => {
    const value = optional(field)
    if (values[field].trim() === '')
      faults.push({ field, message: `${fieldLabels[field]}を入力してください`, isMissing: true })
    return value ?? 0
  }
  const whole = (field: NumberField, most: number): number => {
    const value = number(field)
    const isWhole = Number.isInteger(value) && value >= 1 && value <= most
    if (!isWhole && !faults.some((fault) => fault.field === field)) {
      const message = `${fieldLabels[field]}には1から${most.toLocaleString('ja-JP')}までの整数を入力してください`
      faults.push({ field, message, isMissing: false })
    }
    return value
  }
  const { kind, level } = values
  const read = (): Condition => {
    switch (kind) {
      case 'limit': {
        const [warning, alarm] = [optional('warning'), optional('alarm')]
        if (values.warning.trim() === '' && values.alarm.trim() === '')
          faults.push({ field: 'alarm', message: '注意か警報の値を入力してください', isMissing: true })
        return { kind, direction: values.side, warning, alarm, closing_limit: number('closing') }
      }
      case 'change':
        return {
          kind,
          direction: values.change,
          amount: number('amount'),
          minutes: whole('minutes', 43_200),
          level,
        }
      case 'unchanged':
        return { kind, hours: whole('hours', 8760), tolerance: number('tolerance'), level }
      case 'unreadable':
        return { kind, level }
      case 'backwards':
        return { kind, tolerance: number('tolerance'), level }
    }
  }
  const condition = read()
  return faults.length > known ? null : condition
}

export const targetNames: Record<TargetType, string> = {
  meter: 'メーター',
  group: 'メーターグループ',
  category: 'メーター種別',
}

/** Everything that is wrong with a rule. */
export function faultsOf(values: RuleValues): Fault[] {
  const missing = (field: keyof RuleValues, message: string): Fault => ({ field, message, isMissing: true })
  const { faults } = readJudging(values)
  if (values.name.trim() === '') faults.push(missing('name', 'ルール名を入力してください'))
  if (values.name.trim().length > textLimit)
    faults.push({
      field: 'name',
      message: `ルール名は${textLimit}文字以内で入力してください`,
      isMissing: false,
    })
  if (values.targetId === null)
    faults.push(missing('targetId', `${targetNames[values.target]}を選択してください`))
  else if (values.unitId === null && values.kind !== 'unreadable')
    faults.push(missing('unitId', '単位を選択してください'))
  return faults
}

/** What is sent of a rule. */
export const fieldsOf = (values: RuleValues, judging: Judging): Omit<AlertRuleFields, 'is_enabled'> => ({
  name: values.name.trim(),
  meter_id: values.target === 'meter' ? values.targetId : null,
  meter_group_id: values.target === 'group' ? values.targetId : null,
  meter_category_id: values.target === 'category' ? values.targetId : null,
  meter_unit_id: values.kind === 'unreadable' ? null : values.unitId,
  ...judging,
  recipient_group_id: values.recipientGroupId === '' ? null : Number(values.recipientGroupId),
})

export const judgingOf = ({
  condition,
  open_after,
  close_after,
  active,
  includes_unsure,
}: AlertRule): Judging => ({ condition, open_after, close_after, active, includes_unsure })

/** The same rule, switched on or off. */
export const switched = (rule: AlertRule, isEnabled: boolean): AlertRuleFields => ({
  ...fieldsOf(valuesOf(rule), judgingOf(rule)),
  is_enabled: isEnabled,
})
