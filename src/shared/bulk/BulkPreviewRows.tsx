import { Stack, Text } from '@mantine/core'
import type { BulkPreview } from '../../../contract/import/bulk.ts'
import type { BulkAction } from '../../../contract/import/imports.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { meterFieldNames } from '../meters/meterFieldNames.ts'
import { rangeEffectText } from '../ranges/rangeEffectText.ts'
import classes from './BulkPreviewRows.module.css'
import { BulkRefusals } from './BulkRefusals.tsx'
import { countsText } from './bulkTexts.ts'

interface Props {
  preview: BulkPreview
  action: BulkAction
}

/** What usages are computed with. */
const counting: ReadonlySet<string> = new Set([
  'meter_unit_id',
  'meter_category_id',
  'start_value',
  'end_value',
])

const notes: Partial<Record<BulkAction, string>> = {
  delete: '削除すると一覧やグラフに表示されなくなります。あとから元に戻せます。',
  confirm: '要確認の値はそのまま、時刻不明の測定値は今の日時のまま確定します。',
  shift: '使用量、グラフ、アラートも新しい日時で計算し直します。',
}

/** What a bulk change would do: numbers, refusals, and the first records with old and new. */
export function BulkPreviewRows({ preview, action }: Props) {
  const { counts, refusals, rows, range_effect: effect } = preview
  const more = counts.changed - rows.length
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {countsText(action, counts)}。
      </Text>
      {effect && <Text>{rangeEffectText(effect)}</Text>}
      {notes[action] && <Text>{notes[action]}</Text>}
      {(action !== 'change' ||
        rows.some(({ changes }) => changes.some(({ field }) => counting.has(field)))) && (
        <Text size="sm" c="dimmed">
          締めた月の使用量が変わるものは、変更せずに残します。
        </Text>
      )}
      <BulkRefusals refusals={refusals} />
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="変更の内容">
          {rows.map(({ id, name, at, changes }) => (
            <li key={id}>
              <span className={classes.name}>
                {name}
                {at !== null && action !== 'shift' && (
                  <>
                    {'　'}
                    <TimeText time={at} />
                  </>
                )}
              </span>
              {changes.map((change) => (
                <Change key={change.field} {...change} action={action} />
              ))}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <Text size="sm">ほか {more.toLocaleString('ja-JP')}件</Text>}
    </Stack>
  )
}

function Change({
  field,
  before,
  after,
  action,
}: BulkPreview['rows'][number]['changes'][number] & Pick<Props, 'action'>) {
  if (field === 'value') return <span className={classes.value}>{before ?? 'データ無し'}</span>
  const shown = (value: string | null) =>
    value === null ? '未設定' : action === 'shift' ? <TimeText time={value} /> : value
  return (
    <span className={classes.value}>
      {meterFieldNames[field] ?? '測定日時'}: {shown(before)} → {shown(after)}
    </span>
  )
}
