import { formatNumber } from '../../text/formatNumber.ts'
import { spanText } from '../../text/quietHoursText.ts'
import { rangeDecimals } from '../../text/rangeText.ts'
import { weekdaysText } from '../../text/weekdaysText.ts'
import { usualRow } from './engine.ts'
import { type Level, levelLabel, levels } from './levels.ts'
import type { Condition, Judging } from './rule.ts'

/** Whose rule it is, and how its values are shown. */
export interface SentenceOptions {
  /** A meter, group or category: 「圧力」. */
  subject: string
  unit: string
  /** Null: as many as a value has. */
  decimals: number | null
  /** The notification group that it notifies; null or absent: everybody, which is not said. */
  recipients?: string | null
}

/**
 * Returns a rule as one Japanese sentence or two: 「圧力が0.50 MPaを超え、2回続いたら警報。0.48 MPa以下に戻ったら解消。」
 */
export function sentenceOf(
  rule: Judging,
  { subject, unit, decimals, recipients = null }: SentenceOptions,
): string {
  const shown = (value: number) => {
    const digits = Math.max(decimals ?? 0, rangeDecimals(value, value))
    return `${formatNumber(value, digits)} ${unit}`.trim()
  }
  const { active } = rule
  const hours =
    active === null ? '' : `${weekdaysText(active.weekdays)} ${spanText(active.from, active.to)}のあいだに、`
  const opening = openingsOf(rule.condition, shown)
    .map((one) => `${rowText(rule, one)}${levelLabel[one.level]}`)
    .join('、')
  const unsure = rule.includes_unsure ? '要確認の値も数える。' : ''
  const told = recipients === null ? '' : `「${recipients}」へ知らせる。`
  return `${subject}が${hours && `、${hours}`}${opening}。${closingText(rule, shown)}解消。${unsure}${told}`
}

type Shown = (value: number) => string

interface Opening {
  level: Level
  /** 「超え、」, to be followed by how often. */
  going: string
  /** 「超えたら」. */
  done: string
}

function openingsOf(condition: Condition, shown: Shown): Opening[] {
  if (condition.kind === 'limit') {
    const isAbove = condition.direction === 'above'
    return levels.flatMap((level) => {
      const value = condition[level]
      if (value === null) return []
      const limit = `${shown(value)}を`
      return [
        {
          level,
          going: `${limit}${isAbove ? '超え' : '下回り'}、`,
          done: `${limit}${isAbove ? '超えたら' : '下回ったら'}`,
        },
      ]
    })
  }
  return [{ level: condition.level, ...wordsOf(condition, shown) }]
}

const changeWords = {
  rise: { going: '上がり、', done: '上がったら' },
  fall: { going: '下がり、', done: '下がったら' },
  either: { going: '変わり、', done: '変わったら' },
}

function wordsOf(
  condition: Exclude<Condition, { kind: 'limit' }>,
  shown: Shown,
): Pick<Opening, 'going' | 'done'> {
  const beyond = (amount: number) => (amount === 0 ? '' : `${shown(amount)}を超えて`)
  switch (condition.kind) {
    case 'change': {
      const change = `${durationText(condition.minutes)}に${beyond(condition.amount)}`
      const { going, done } = changeWords[condition.direction]
      return { going: change + going, done: change + done }
    }
    case 'unchanged': {
      const { hours, tolerance } = condition
      const time = tolerance === 0 ? `${hours}時間` : `${hours}時間に${shown(tolerance)}しか`
      return { going: `${time}変わらず、`, done: `${time}変わらなかったら` }
    }
    case 'unreadable':
      return { going: '読み取れないことが', done: '読み取れなかったら' }
    case 'backwards': {
      const step = beyond(condition.tolerance)
      return { going: `${step}逆に回り、`, done: `${step}逆に回ったら` }
    }
  }
}

/** How often in a row: 「超え、2回続いたら」. */
function rowText(rule: Judging, { going, done }: Opening): string {
  const timesOf = (isOfPerson: boolean) => rule.open_after ?? usualRow(rule, { isOfPerson })
  const [device, person] = [timesOf(false), timesOf(true)]
  if (device === 1) return done
  const exception = person === device ? '' : `（人が測った値は${person}回で）`
  return `${going}${device}回続いたら${exception}`
}

function closingText({ condition, close_after: times }: Judging, shown: Shown): string {
  const row = times === 1 ? '' : `${times}回続けて`
  switch (condition.kind) {
    case 'limit':
      return `${row}${shown(condition.closing_limit)}${condition.direction === 'above' ? '以下' : '以上'}に戻ったら`
    case 'change':
      return `${row}変化が収まったら`
    case 'unchanged':
      return `${row}変わったら`
    case 'unreadable':
      return `${row}読み取れたら`
    case 'backwards':
      return `${row}戻らなくなったら`
  }
}

const durationText = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60}時間` : `${minutes}分`
