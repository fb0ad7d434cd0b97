import { Stack, Text } from '@mantine/core'
import type { BulkPreview } from '../../../contract/import/bulk.ts'
import type { BulkAction } from '../../../contract/import/imports.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { meterFieldNames } from '../meters/meterFieldNames.ts'
import { rangeEffectText } from '../ranges/rangeEffectText.ts'
import classes from './BulkPreviewRows.module.css'
import { BulkRefusals } from './BulkRefusals.tsx'
import { countedText, countsText } from './bulkTexts.ts'

interface Props {
  preview: BulkPreview
  action: BulkAction
  /** What fields and their values are called; of meters and readings when absent. */
  names?: FieldNames | undefined
}

export interface FieldNames {
  nameOf: (field: string) => string
  textOf: (field: string, value: string | null) => string
}

/** What usages are computed with. */
const counting: ReadonlySet<string> = new Set([
  'meter_unit_id',
  'meter_category_id',
  'start_value',
  'end_value',
])

const readingFieldNames: Readonly<Record<string, string>> = { created_at: '測定日時', meter: 'メーター' }

const notes: Partial<Record<BulkAction, string>> = {
  delete: '削除すると一覧やグラフに表示されなくなります。あとから元に戻せます。',
  confirm: '要確認の値はそのまま、時刻不明の測定値は今の日時のまま確定します。',
  shift: '使用量、グラフ、アラートも新しい日時で計算し直します。',
  move: '値、写真、日時、入力者は変わりません。写真は読み直しません。使用量、グラフ、アラート、点検の状況は、どちらのメーターも計算し直します。',
}

/** What a bulk change would do: numbers, refusals, and the first records with old and new. */
export function BulkPreviewRows({ preview, action, names }: Props) {
  const { batch, counts, refusals, rows, range_effect: effect } = preview
  const more = counts.changed - rows.length
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {countsText(action, preview)}。
      </Text>
      {effect && <Text>{rangeEffectText(effect)}</Text>}
      {notes[action] && <Text>{notes[action]}</Text>}
      {(action !== 'change' ||
        rows.some(({ changes }) => changes.some(({ field }) => counting.has(field)))) && (
        <Text size="sm" c="dimmed">
          締めた月の使用量が変わるものは、変更せずに残します。
        </Text>
      )}
      <BulkRefusals noun={batch.noun} refusals={refusals} />
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
                <Change key={change.field} {...change} action={action} names={names} />
              ))}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <Text size="sm">ほか {countedText(batch.noun, more)}</Text>}
    </Stack>
  )
}

function Change({
  field,
  before,
  after,
  action,
  names,
}: BulkPreview['rows'][number]['changes'][number] & Pick<Props, 'action' | 'names'>) {
  if (field === 'value') return <span className={classes.value}>{before ?? 'データ無し'}</span>
  const shown = (value: string | null) =>
    value === null ? '未設定' : action === 'shift' ? <TimeText time={value} /> : value
  if (names)
    return (
      <span className={classes.value}>
        {names.nameOf(field)}: {names.textOf(field, before)} → {names.textOf(field, after)}
      </span>
    )
  return (
    <span className={classes.value}>
      {readingFieldNames[field] ?? meterFieldNames[field] ?? field}: {shown(before)} → {shown(after)}
    </span>
  )
}
