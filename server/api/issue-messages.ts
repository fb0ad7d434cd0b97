import type { $ZodRawIssue } from 'zod/v4/core'

/** What the parts of a size are called. */
const units: Readonly<Record<string, string>> = {
  string: '文字',
  array: '件',
  set: '件',
  map: '件',
  file: 'バイト',
}

const wanted: Readonly<Record<string, string>> = {
  string: '文字で入力してください',
  number: '数値で入力してください',
  int: '整数で入力してください',
  boolean: 'true または false で指定してください',
  array: '配列で指定してください',
  object: 'オブジェクトで指定してください',
  record: 'オブジェクトで指定してください',
  null: 'null を指定してください',
}

const formats: Readonly<Record<string, string>> = {
  email: 'メールアドレスの形式が正しくありません',
  url: 'URLの形式が正しくありません',
  uuid: 'UUIDの形式が正しくありません',
  ipv4: 'IPアドレスの形式が正しくありません',
  ipv6: 'IPアドレスの形式が正しくありません',
  datetime: '日時の形式が正しくありません',
  date: '日付の形式が正しくありません',
  time: '時刻の形式が正しくありません',
}

/** Choices beyond this many are not told. */
const fewChoices = 10

/** What is wrong with a field, where its schema has no words of its own. */
export function issueMessage(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return '必須です'
      return wanted[issue.expected] ?? '形式が正しくありません'
    case 'too_small':
      return sizeMessage(issue.origin, issue.minimum, issue.inclusive === false ? 'above' : 'from')
    case 'too_big':
      return sizeMessage(issue.origin, issue.maximum, issue.inclusive === false ? 'below' : 'to')
    case 'invalid_format':
      return formats[issue.format] ?? '形式が正しくありません'
    case 'not_multiple_of':
      return `${issue.divisor}の倍数で入力してください`
    case 'invalid_value':
      if (issue.input === undefined) return '必須です'
      return choiceMessage(issue.values)
    case 'invalid_union':
      return issue.input === undefined ? '必須です' : '形式が正しくありません'
    default:
      return '正しくありません'
  }
}

type Bound = 'from' | 'above' | 'to' | 'below'

const bounds: Readonly<Record<Bound, string>> = {
  from: '以上',
  above: 'より大きい値',
  to: '以下',
  below: 'より小さい値',
}

function sizeMessage(origin: string, limit: number | bigint, bound: Bound): string {
  const unit = units[origin]
  if (unit === undefined) return `${limit}${bounds[bound]}で入力してください`
  if (bound === 'from' && Number(limit) === 1)
    return origin === 'string' ? '入力してください' : '1件以上指定してください'
  const text = bound === 'to' ? '以内' : bounds[bound]
  return `${limit}${unit}${text}で入力してください`
}

const choiceMessage = (values: readonly unknown[]): string =>
  values.length > fewChoices
    ? '選べる値ではありません'
    : `${values.map(String).join('、')} のいずれかを指定してください`
