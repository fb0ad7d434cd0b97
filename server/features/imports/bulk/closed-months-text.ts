import { monthText } from '../../../../text/monthText.ts'
import type { Failure } from '../../../api/call.ts'

/** Months that a text names. */
const named = 3

/** Why records are not changed, by the closed months that would change. */
export function closedMonthsText(months: readonly string[]): string {
  const shown = months.slice(0, named).map((month) => `${monthText(month)}分`)
  return `締めた月（${shown.join('、')}${months.length > named ? ' など' : ''}）の使用量が変わります`
}

/** The months that a failure `closed_months_change` names. Those of unread pictures have a suffix. */
export const monthsOf = ({ issues = [] }: Failure): string[] =>
  issues.map(({ path }) => path.slice(0, 'YYYY-MM'.length))
