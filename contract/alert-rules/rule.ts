import * as z from 'zod/mini'
import { clockTime, newValue, weekday } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { levels } from './levels.ts'

/** Readings in a row, at most. */
export const mostInARow = 20

const level = withDescription(z.enum(levels), '`warning` 注意, `alarm` 警報')

const limit = withDescription(
  z.nullable(newValue),
  'opens beyond this value, which itself is still normal; at least one of the two is given',
)

const limitCondition = z.strictObject({
  kind: z.literal('limit'),
  direction: withDescription(z.enum(['above', 'below']), 'which side of the limits is abnormal'),
  warning: limit,
  alarm: limit,
  closing_limit: withDescription(
    newValue,
    'closes at this value or further back; its distance from the first limit is the dead band (不感帯)',
  ),
})

const changeCondition = z.strictObject({
  kind: z.literal('change'),
  direction: z.enum(['rise', 'fall', 'either']),
  amount: withDescription(
    newValue.check(z.gt(0, '0より大きい値を入力してください')),
    'opens if the value changes by more than this in `minutes`, in the meter’s unit',
  ),
  minutes: withDescription(
    z.int().check(z.gte(1), z.lte(43_200)),
    'the change between two consecutive values is converted to this time',
  ),
  level,
})

const tolerance = newValue.check(z.gte(0, '0以上の値を入力してください'))

const unchangedCondition = z.strictObject({
  kind: z.literal('unchanged'),
  hours: z.int().check(z.gte(1), z.lte(8760)),
  tolerance: withDescription(tolerance, 'a change up to this is none, in the meter’s unit'),
  level,
})

const unreadableCondition = z.strictObject({ kind: z.literal('unreadable'), level })

const backwardsCondition = z.strictObject({
  kind: z.literal('backwards'),
  tolerance: withDescription(tolerance, 'a step back up to this is none, in the meter’s unit'),
  level,
})

/** What opens a case: 上下限, 変化量, 変化なし, 読取不能 or 逆回り. */
export const conditionSchema = z.discriminatedUnion('kind', [
  limitCondition,
  changeCondition,
  unchangedCondition,
  unreadableCondition,
  backwardsCondition,
])
export type Condition = z.infer<typeof conditionSchema>

const activeHours = z.strictObject({
  from: clockTime,
  to: clockTime,
  weekdays: withDescription(z.array(weekday).check(z.maxLength(7)), 'days on which it begins; Sunday is 0'),
})
export type ActiveHours = z.infer<typeof activeHours>

const inARow = z.int().check(z.gte(1), z.lte(mostInARow))

/** How readings are judged, without whose they are. */
export const judgingFields = {
  condition: conditionSchema,
  open_after: withDescription(
    z.nullable(inARow),
    'readings in a row that open a case; null: 2, or 1 where a person took the reading; of `unchanged` 1, of `unreadable` 3',
  ),
  close_after: withDescription(inARow, 'readings in a row that close it'),
  active: withDescription(
    z.nullable(activeHours),
    'when a case may open, in the organization’s zone, over midnight where it ends at an earlier time than it begins; null: always',
  ),
  includes_unsure: withDescription(
    z.boolean(),
    'whether values that wait in 要確認 count; otherwise they neither count nor interrupt a row',
  ),
}

export const judgingSchema = z.strictObject(judgingFields).check(z.superRefine(checkJudging))
/** A rule as the engine judges by it. */
export type Judging = z.infer<typeof judgingSchema>

interface Fault {
  /** Names the field. */
  path: string[]
  message: string
}

/** Adds what is wrong with a rule as issues of its fields. */
export function checkJudging(
  rule: Pick<Judging, 'condition' | 'active'>,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string; input: unknown }): void },
): void {
  for (const { path, message } of faultsOf(rule))
    context.addIssue({ code: 'custom', path, message, input: rule })
}

/** Returns why a rule can never work as it says, per field; empty: it can. */
export const faultsOf = ({ condition, active }: Pick<Judging, 'condition' | 'active'>): Fault[] => [
  ...(condition.kind === 'limit' ? faultsOfLimits(condition) : []),
  ...(active === null ? [] : faultsOfHours(active)),
]

function faultsOfLimits({
  direction,
  warning,
  alarm,
  closing_limit: closing,
}: z.infer<typeof limitCondition>): Fault[] {
  const first = warning ?? alarm
  if (first === null) return [{ path: ['condition', 'alarm'], message: '注意か警報の値を入力してください' }]
  /** Whether `a` is further out than `b`. */
  const isBeyond = (a: number, b: number) => (direction === 'above' ? a > b : a < b)
  const [inside, outside] = direction === 'above' ? ['以下', '以上'] : ['以上', '以下']
  const faults: Fault[] = []
  if (alarm !== null && isBeyond(first, alarm)) {
    const message = `警報の値は、注意の値${outside}にしてください`
    faults.push({ path: ['condition', 'alarm'], message })
  }
  if (isBeyond(closing, first)) {
    const message = `解消の値は、${warning === null ? '警報' : '注意'}の値${inside}にしてください`
    faults.push({ path: ['condition', 'closing_limit'], message })
  }
  return faults
}

function faultsOfHours({ from, to, weekdays }: ActiveHours): Fault[] {
  const faults: Fault[] = []
  if (weekdays.length === 0) {
    const message = '曜日がないため、一度も働きません。曜日を選択してください'
    faults.push({ path: ['active', 'weekdays'], message })
  }
  if (from === to) {
    const message = '長さが0分のため、一度も働きません。開始と違う時刻を入力してください'
    faults.push({ path: ['active', 'to'], message })
  }
  return faults
}
