import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import type { Meter } from '../../../contract/meters.ts'
import { hasReadingSettings } from '../../../contract/values/readingSettings.ts'
import { countsUp } from '../../lib/meters/countsUp.ts'
import { useSaveGroup } from '../../lib/mutations/groupMutations.ts'
import { useSaveInspection } from '../../lib/mutations/inspectionMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { nameIn, useCategoryType, useMasters } from '../../lib/queries/masters.ts'
import { earlierReadingsQuery } from '../../lib/queries/readings.ts'
import { numbersOf } from '../../shared/ranges/bounds.ts'
import { EarlierReadings } from '../../shared/readings/EarlierReadings.tsx'
import { CreatableSelect } from '../../ui/form/CreatableSelect.tsx'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useHasKeyboard } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { CategoryFields } from './CategoryFields.tsx'
import { countedOf } from './cumulativeModes.ts'
import { MeterDeviceFields } from './MeterDeviceFields.tsx'
import { ManagementFields } from './management/ManagementFields.tsx'
import { meterDeviceKind } from './meterDeviceKinds.ts'
import type { MeterValues } from './meterForm.ts'
import { RangeFields } from './RangeFields.tsx'
import { ReadLineField } from './ReadLineField.tsx'
import { decimalsChangedText, SettingRows } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { TermsSince } from './terms/TermsSince.tsx'
import type { MeterForm } from './useMeterForm.ts'
import { isValueMode, rangeOf, valueModeChoices } from './valueModes.ts'

interface Props {
  form: MeterForm
  /** Null: a new one. */
  meter: Meter | null
  dialogs: SettingDialogs
  canvasSize?: number
}

/** For edit and registration. */
export function MeterFields({ form, meter, dialogs, canvasSize }: Props) {
  const { organization, ai_boost_model: hasModel } = useAccount()
  const masters = useMasters('categories', 'units', 'groups', 'inspections')
  const { units, groups, inspections } = masters
  const group = useSaveGroup()
  const inspection = useSaveInspection()
  const keys = useHasKeyboard()
  const { values } = form
  const before = form.getInitialValues()
  const notYet = meter === null ? 'メーターを登録すると保存されます' : 'メーターを更新すると保存されます'
  const unit = nameIn(units, values.unitId)
  const category = useCategoryType(values.categoryId)
  const { start, end } = numbersOf(values.range)
  const isRead = category != null && hasReadingSettings(category, { ...values, range: rangeOf(start, end) })
  const displayOf = (shown: MeterValues) => ({
    unit: nameIn(units, shown.unitId) ?? '',
    decimals: shown.decimalPoint,
    isCounted: countsUp(countedOf(shown), masters),
  })
  const hasReadings = meter !== null && meter.last_reading !== null
  return (
    <Stack gap="lg">
      <FieldSection legend="基本">
        <TextInput
          label="メーター名"
          withAsterisk
          data-autofocus={keys || undefined}
          {...form.getInputProps('name')}
          onFocus={({ currentTarget }) => {
            // Typing replaces the proposal for a copy.
            if (meter === null && !form.isDirty('name')) currentTarget.select()
          }}
        />
        <TextInput
          label="設置場所のメモ"
          description="点検する人がメーターを見つけるための手がかりです"
          {...form.getInputProps('placeNote')}
        />
        <CategoryFields form={form} hasReadings={hasReadings} />
        {meter && <TermsSince form={form} meter={meter} unit={unit ?? ''} />}
        <RowSelect
          label="単位"
          withAsterisk
          placeholder="選択してください"
          rows={units.filter(({ id, status }) => status === 0 || id === before.unitId)}
          {...form.getInputProps('unitId')}
        />
        {meter && (
          <EarlierReadings
            query={earlierReadingsQuery(meter.id)}
            before={displayOf(before)}
            after={displayOf(values)}
          />
        )}
        <CreatableSelect
          label="メーターグループ"
          rows={groups}
          value={values.groupId}
          onChange={(id) => form.setFieldValue('groupId', id)}
          onCreate={async (name) => (await group.mutateAsync({ id: null, name, description: '' })).id}
        />
        <CreatableSelect
          label="点検グループ"
          rows={inspections}
          value={values.inspectionId}
          onChange={(id) => form.setFieldValue('inspectionId', id)}
          onCreate={async (name) => (await inspection.mutateAsync({ id: null, name })).id}
        />
      </FieldSection>
      <ManagementFields form={form} meterId={meter?.id ?? null} />
      <MeterDeviceFields form={form} own={meter?.device ?? null} />
      <RangeFields form={form} field="range" label="測定範囲" unit={unit} judgedMeterId={null} />
      <RangeFields
        form={form}
        field="emergency"
        label="異常範囲"
        unit={unit}
        judgedMeterId={meter?.id ?? null}
      />
      <FieldSection legend="読取">
        {values.kind !== meterDeviceKind.analogInput && (
          <Select
            label="使う値"
            description="端末が値も送るときに、どちらを測定値にするかを決めます"
            allowDeselect={false}
            data={valueModeChoices(isRead)}
            value={values.valueMode ?? ''}
            onChange={(chosen) => form.setFieldValue('valueMode', isValueMode(chosen) ? chosen : null)}
          />
        )}
        <Checkbox
          size="md"
          label="AIブーストを使用する"
          description={
            !organization.use_ai_boost
              ? 'この組織ではAIブーストを利用できません'
              : hasModel
                ? '読取が不確かなとき、画像を外部のAIモデルに送って確かめます'
                : 'AIモデルは未設定です。画像は外部に送られません'
          }
          disabled={!organization.use_ai_boost}
          {...form.getInputProps('useAiBoost', { type: 'checkbox' })}
        />
        <ReadLineField form={form} />
        <div>
          <SettingRows
            dialogs={dialogs}
            meterId={meter?.id ?? null}
            meterName={values.name}
            hasReadings={hasReadings}
            {...(canvasSize !== undefined && { canvasSize })}
            basis={{
              picture: values.picture?.url ?? meter?.image ?? null,
              category,
              settings: values.settings,
              pins: values.pins,
              area: values.area,
              range: numbersOf(values.range),
              digits: { digitNumber: values.digitNumber, decimalPoint: values.decimalPoint },
              boost: values.useAiBoost,
              unit,
            }}
            pictured={values.kind !== meterDeviceKind.analogInput}
            unsaved={{
              settings: values.settings === before.settings ? null : notYet,
              area: values.area === before.area ? null : notYet,
            }}
            onChange={async (change) => {
              form.setValues(change)
              const digits = 'digitNumber' in change ? change.digitNumber : undefined
              const counted = digits === undefined ? '' : `桁数を設定に合わせて ${digits} 桁にしました`
              const texts = [counted, decimalsChangedText(change)].filter(Boolean)
              if (texts.length > 0) notify.info(texts.join('。'))
            }}
          />
        </div>
      </FieldSection>
    </Stack>
  )
}
