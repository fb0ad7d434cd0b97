import { IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import type { MeterUpdate } from '../../../../contract/meters.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { isReadableType } from '../../../../contract/values/readingSettings.ts'
import { isTyped } from '../../../../contract/values/readingState.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { missingSettings } from '../../../lib/meters/missingSettings.ts'
import { useRenameDevice } from '../../../lib/mutations/deviceMutations.ts'
import { useSaveGroup } from '../../../lib/mutations/groupMutations.ts'
import { useSaveInspection } from '../../../lib/mutations/inspectionMutations.ts'
import { useUpdateMeter } from '../../../lib/mutations/meterMutations.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { meterQuery } from '../../../lib/queries/meters.ts'
import { readingNotes } from '../../../lib/readings/readingNotes.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { Confidence } from './Confidence.tsx'
import { ConsumptionFact } from './ConsumptionFact.tsx'
import { ReadingNote } from './ReadingNote.tsx'
import { BoundsRow } from './rows/BoundsRow.tsx'
import { CategoryRow } from './rows/CategoryRow.tsx'
import { GroupRow } from './rows/GroupRow.tsx'
import { LinkedNameRow } from './rows/LinkedNameRow.tsx'
import { MeasuredAtRow } from './rows/MeasuredAtRow.tsx'
import { UnitRow } from './rows/UnitRow.tsx'
import { UnconfirmedTimeNote } from './UnconfirmedTimeNote.tsx'
import { ValueRow } from './ValueRow.tsx'
import { WaitingNote } from './WaitingNote.tsx'

interface Props {
  reading: Reading
  /** Whether any row has unsaved input. */
  onDirty: (dirty: boolean) => void
  /** Rows below the meter's. */
  children?: ReactNode
}

/** All facts of a reading and its meter, editable in place. */
export function ReadingFacts({ reading, onDirty, children }: Props) {
  const { data: meter } = useQuery(meterQuery(reading.meter_id))
  const { categories, groups, inspections, units } = useMasters(
    'categories',
    'groups',
    'inspections',
    'units',
  )
  // The list of meters is newer than the reading's copy.
  const of = meter ?? reading.meter
  const unit = nameIn(units, of.meter_unit_id)
  const update = useUpdateMeter()
  const rename = useRenameDevice()
  const group = useSaveGroup()
  const inspection = useSaveInspection()
  const editValue = useRef<HTMLButtonElement>(null)
  const timeRow = useRef<HTMLFieldSetElement>(null)
  const device = meter?.device
  const save = meter && ((changes: MeterUpdate) => update.mutateAsync({ id: meter.id, changes }))
  const category = categories.find(({ id }) => id === of.meter_category_id)
  const gap = meter && category ? missingSettings(meter, category.type) : null
  const measuringRange = { start: meter?.start_value ?? null, end: meter?.end_value ?? null }
  const abnormalRange = {
    start: meter?.emergency_start_value ?? null,
    end: meter?.emergency_end_value ?? null,
  }
  const compared = { meter, type: category?.type, unit }
  const missing = reading.value === null
  const isWaiting = reading.read_state === readState.waiting
  const notes = readingNotes(reading, gap, (value) =>
    `${formatNumber(value, of.decimal_point)} ${unit ?? ''}`.trimEnd(),
  )

  return (
    <div>
      {isWaiting && meter && gap !== null && category && isReadableType(category.type) && (
        <WaitingNote reading={reading} meter={meter} gap={gap} />
      )}
      {isWaiting && category && !isReadableType(category.type) && (
        <ReadingNote icon={<IconKeyboard size={20} aria-hidden />} title="入力待ち">
          <p>
            このメーター種別は自動で読み取れません。写真を見て、下の「値を入力」で測定値を入力してください。
          </p>
        </ReadingNote>
      )}
      <UnconfirmedTimeNote
        {...compared}
        reading={reading}
        nextFocus={editValue}
        // The first button starts the correction, or opens the calendar of one that has begun.
        onCorrect={() => timeRow.current?.querySelector('button')?.click()}
      />
      <LinkedNameRow
        label="メーター名"
        name={of.name}
        route="/meters/$id"
        id={of.id}
        required="メーター名を入力してください"
        save={save && ((name) => save({ name }))}
        onDirty={onDirty}
      />
      {isTyped(reading) || reading.source === 'entry' ? (
        <Fact label="カメラ・端末名">{isTyped(reading) ? '手入力' : '—'}</Fact>
      ) : device ? (
        <LinkedNameRow
          label="カメラ・端末名"
          name={device.name}
          route="/devices/$id"
          id={device.id}
          required="カメラ名を入力してください"
          save={(name) => rename.mutateAsync({ id: device.id, name })}
          onDirty={onDirty}
        />
      ) : (
        <Fact label="カメラ・端末名">未設置</Fact>
      )}
      <ValueRow
        {...compared}
        reading={reading}
        why={missing ? notes : []}
        editRef={editValue}
        onDirty={onDirty}
      />
      {reading.consumption && (
        <Fact label="使用量">
          <ConsumptionFact consumption={reading.consumption} decimals={of.decimal_point} unit={unit} />
        </Fact>
      )}
      <UnitRow unitId={of.meter_unit_id} meter={meter} save={save} onDirty={onDirty} />
      <CategoryRow categoryId={of.meter_category_id} meter={meter} save={save} onDirty={onDirty} />
      <BoundsRow
        label="測定範囲"
        meter={meter}
        start={measuringRange.start}
        end={measuringRange.end}
        other={abnormalRange}
        decimals={of.decimal_point}
        unit={unit}
        save={save && ((start_value, end_value) => save({ start_value, end_value }))}
        onDirty={onDirty}
      />
      <BoundsRow
        label="異常範囲"
        meter={meter}
        start={abnormalRange.start}
        end={abnormalRange.end}
        other={measuringRange}
        decimals={of.decimal_point}
        unit={unit}
        save={save && ((start, end) => save({ emergency_start_value: start, emergency_end_value: end }))}
        onDirty={onDirty}
      />
      <GroupRow
        label="メーターグループ"
        rows={groups}
        groupId={of.meter_group_id}
        create={async (name) => (await group.mutateAsync({ id: null, name, description: '' })).id}
        save={save && ((id) => save({ meter_group_id: id }))}
        onDirty={onDirty}
      />
      <GroupRow
        label="点検グループ"
        rows={inspections}
        groupId={of.inspection_id}
        create={async (name) => (await inspection.mutateAsync({ id: null, name })).id}
        save={save && ((id) => save({ inspection_id: id }))}
        onDirty={onDirty}
      />
      {children}
      <Fact label="OCR">{reading.ocr ?? '—'}</Fact>
      <Fact label="DEGREE">{reading.degree === null ? '—' : `${formatNumber(reading.degree, 1)}°`}</Fact>
      <Fact label="信頼度">
        {/* Without a value, the reasons are shown there. */}
        <Confidence confidence={reading.confidence} notes={missing ? [] : notes} />
      </Fact>
      <MeasuredAtRow {...compared} reading={reading} rowRef={timeRow} onDirty={onDirty} />
      <Fact label="更新日時">
        <TimeText time={reading.updated_at} />
      </Fact>
    </div>
  )
}
