import { levelLabel } from '../../../contract/alert-rules/levels.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { saveFile } from '../../lib/files/saveFile.ts'
import { type AlertFilters, alertList } from '../../lib/queries/alerts.ts'
import { type Masters, nameIn } from '../../lib/queries/masters.ts'
import { alertEndText } from '../../shared/alerts/alertEndText.ts'
import type { DownloadOptions } from '../../ui/dialog/download.ts'
import type { Column } from '../../ui/table/column.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { causesOf } from './causesOf.ts'

interface Options {
  masters: Pick<Masters, 'units' | 'groups'>
  zone: string
}

/** As many as the server gives at once. */
const limit = 1000

/** Columns of the file: numbers as numbers, times in full. */
function csvColumns({ masters: { units, groups }, zone }: Options): Column<Alert>[] {
  const number = (value: number | null | undefined, { meter_value: { meter } }: Alert) =>
    value == null ? '' : formatForInput(value, meter.decimal_point)
  const time = (at: string | null) => (at === null ? '' : formatFullTime(Date.parse(at), zone))
  const columns: [title: string, text: (alert: Alert) => string | null | undefined][] = [
    ['メーター名', ({ meter_value: { meter } }) => meter.name],
    [
      '測定値',
      (alert) => {
        const { value, corrected_from: seen = value } = alert.meter_value
        return number(seen, alert) || 'データ無し'
      },
    ],
    [
      '修正後の値',
      (alert) =>
        alert.meter_value.corrected_from === undefined ? '' : number(alert.meter_value.value, alert),
    ],
    ['単位', ({ meter_value: { meter } }) => nameIn(units, meter.meter_unit_id)],
    ['メーターグループ', ({ meter_value: { meter } }) => nameIn(groups, meter.meter_group_id)],
    ['異常範囲の下限', (alert) => number(alert.emergency_start_value, alert)],
    ['異常範囲の上限', (alert) => number(alert.emergency_end_value, alert)],
    ['原因', ({ meter_value }) => causesOf(meter_value).join('、')],
    ['確認後の悪化', (alert) => number(alert.worsened?.value, alert)],
    ['発生日時', ({ created_at }) => time(created_at)],
    ['更新日時', ({ updated_at }) => time(updated_at)],
    ['終了の理由', alertEndText],
    ['確認日時', ({ confirm_at }) => time(confirm_at)],
    ['確認者', ({ confirmed_by }) => confirmed_by],
    ['コメント', ({ comment }) => comment],
    ['レベル', ({ rule }) => rule && levelLabel[rule.level]],
    ['アラートルール', ({ rule }) => rule?.name],
    ['条件', ({ rule }) => rule?.sentence],
    ['担当', ({ assignee }) => assignee && (assignee.username ?? '退会したユーザー')],
    ['担当開始', ({ assignee }) => assignee && time(assignee.taken_at)],
  ]
  return columns.map(([title, text]) => ({ key: title, title, text }))
}

/** Saves all alerts of the filters, page by page by key. Resolves to the number of rows. */
export async function exportAlerts(
  filters: AlertFilters,
  options: Options,
  { signal, onProgress }: DownloadOptions,
): Promise<number> {
  const list = alertList(filters)
  const rows: Alert[] = []
  let after: string | undefined
  do {
    const page = await list.fetch({ limit, after }, signal)
    rows.push(...page.rows)
    onProgress({ done: rows.length, total: Math.max(page.count, rows.length) })
    after = page.next ?? undefined
  } while (after !== undefined)
  signal.throwIfAborted()
  await saveFile(new File([csvOf(csvColumns(options), rows)], 'alerts.csv', { type: 'text/csv' }))
  return rows.length
}
