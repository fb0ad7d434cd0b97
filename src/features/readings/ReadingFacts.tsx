import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readState } from '../../../contract/abnormal.ts'
import { isMoved } from '../../../contract/prior.ts'
import type { Reading } from '../../../contract/readings.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { meterQuery } from '../../lib/queries/meters.ts'
import { useUnitName } from '../../lib/queries/units.ts'
import { adviceTexts, reasonText } from '../../lib/reasons.ts'
import { settingsGap } from '../../lib/settingsGap.ts'
import { surenessOf } from '../../lib/sureness.ts'
import { CategoryIcon } from '../../ui/CategoryIcon.tsx'
import { InlineRow } from '../../ui/InlineRow.tsx'
import { numberText } from '../../ui/numberText.ts'
import { TimeText } from '../../ui/TimeText.tsx'
import classes from './ReadingFacts.module.css'
import { ValueRow } from './ValueRow.tsx'

interface Props {
  reading: Reading
  /** A correction that is typed and not yet saved. */
  onDirty: (dirty: boolean) => void
}

const unregistered = '未登録'

export function ReadingFacts({ reading, onDirty }: Props) {
  const { meter: of, confidence } = reading
  const unit = useUnitName()(of.meter_unit_id)
  const { data: meter } = useQuery(meterQuery(reading.meter_id))
  const { data: categories } = useQuery(categoriesQuery)
  const { data: groups } = useQuery(groupsQuery)
  const { data: inspections } = useQuery(inspectionsQuery)
  const category = categories?.find(({ id }) => id === of.meter_category_id)
  const gap = meter && category ? settingsGap(meter, category.type) : null
  const missing = reading.value === null
  const notes = notesOn(reading, gap, (value) =>
    `${numberText(value, of.decimal_point)} ${unit ?? ''}`.trimEnd(),
  )

  return (
    <div>
      <Fact label="メーター名">{of.name}</Fact>
      <Fact label="端末名">{meter?.device?.name ?? '未設置'}</Fact>
      <ValueRow
        reading={reading}
        unit={unit}
        lowest={meter?.start_value ?? null}
        why={missing ? notes : []}
        onDirty={onDirty}
      />
      <Fact label="単位">{unit ?? unregistered}</Fact>
      <Fact label="メーター種別">
        {category ? (
          <span className={classes.category}>
            <CategoryIcon type={category.type} />
            {category.name}
          </span>
        ) : (
          unregistered
        )}
      </Fact>
      <Fact label="測定範囲">
        <Range start={meter?.start_value} end={meter?.end_value} unit={unit} />
      </Fact>
      <Fact label="異常範囲">
        <Range start={meter?.emergency_start_value} end={meter?.emergency_end_value} unit={unit} />
      </Fact>
      <Fact label="メーターグループ">
        {groups?.find(({ id }) => id === of.meter_group_id)?.name ?? unregistered}
      </Fact>
      <Fact label="点検グループ">
        {inspections?.find(({ id }) => id === of.inspection_id)?.name ?? unregistered}
      </Fact>
      <Fact label="OCR">{reading.ocr ?? '—'}</Fact>
      <Fact label="DEGREE">{reading.degree === null ? '—' : `${numberText(reading.degree, 1)}°`}</Fact>
      <Fact label="信頼度">
        {/* Where the reader refuses, its reason says it all; where there is no value, it stands there. */}
        {confidence
          ? `${surenessOf(confidence).word}（${Math.round(confidence * 100)} %）`
          : (missing || notes.length === 0) && '—'}
        {!missing && notes.length > 0 && (
          <ul className={classes.reasons} aria-label="読取の理由">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label="測定日時">
        <TimeText time={reading.created_at} />
      </Fact>
      <Fact label="更新日時">
        <TimeText time={reading.updated_at} />
      </Fact>
    </div>
  )
}

/** Why the reader's value is missing or doubtful. That earlier readings moved it stands beside the value. */
function notesOn(reading: Reading, gap: string | null, written: (value: number) => string): string[] {
  const { read_state: state, read_value: value, reasons, advice } = reading
  const unread = value === null && state !== null && state !== readState.unprocessed
  return [
    ...reasons.map(reasonText),
    ...(unread && gap !== null ? [gap] : []),
    ...(isMoved({ value, advice }) ? [] : adviceTexts({ value, advice }, written)),
  ]
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <InlineRow label={label} value={children} initial={null} />
)

interface RangeProps {
  start: number | null | undefined
  end: number | null | undefined
  unit: string | undefined
}

function Range({ start = null, end = null, unit = '' }: RangeProps) {
  if (start === null || end === null) return unregistered
  return (
    <span className={classes.range}>
      {numberText(start, null)} 〜 {numberText(end, null)} {unit}
    </span>
  )
}
