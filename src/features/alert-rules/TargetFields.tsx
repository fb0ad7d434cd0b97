import { Group, Text } from '@mantine/core'
import type { Meter } from '../../../contract/meters.ts'
import { type Masters, nameIn } from '../../lib/queries/masters.ts'
import { CategorySelect } from '../../shared/categories/CategorySelect.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { ChoiceBlank } from './Blank.tsx'
import { type RuleForm, type RuleValues, type TargetType, targetNames } from './ruleForm.ts'

export type TargetMasters = Pick<Masters, 'meters' | 'units' | 'categories' | 'groups'>

interface Props extends RuleForm {
  masters: TargetMasters
}

const targetChoices = (['meter', 'group', 'category'] as const).map((value) => ({
  value,
  label: targetNames[value],
}))

/** The meters of a target, with whatever unit. */
export function metersOf(
  { target, targetId }: Pick<RuleValues, 'target' | 'targetId'>,
  meters: readonly Meter[],
): Meter[] {
  const key = { meter: 'id', group: 'meter_group_id', category: 'meter_category_id' } as const
  return targetId === null ? [] : meters.filter((meter) => meter[key[target]] === targetId)
}

/** The unit that most of these meters have. */
export function commonestUnit(meters: readonly Meter[]): number | null {
  const counts = [...Map.groupBy(meters, ({ meter_unit_id: unit }) => unit)]
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

/** Which meters a rule judges: one, those of a group or of a category, and with which unit. */
export function TargetFields({ masters, ...form }: Props) {
  const { values, wrong, change } = form
  const { meters, units } = masters
  const of = metersOf(values, meters)
  const judged =
    values.kind === 'unreadable' ? of : of.filter((meter) => meter.meter_unit_id === values.unitId)
  const text = values.targetId === null ? '' : judgedText(judged.length, of.length, values.target)
  const unitIds = [
    ...new Set([
      ...of.map((meter) => meter.meter_unit_id),
      ...(values.unitId === null ? [] : [values.unitId]),
    ]),
  ]
  const choose = (targetId: number | null) =>
    change({ targetId, unitId: commonestUnit(metersOf({ target: values.target, targetId }, meters)) })
  const rowSelect = {
    'aria-label': targetNames[values.target],
    'data-path': 'targetId',
    flex: '1 1 14em',
    maw: '24em',
    placeholder: '選択してください',
    error: wrong.has('targetId'),
    value: values.targetId,
    onChange: choose,
  }
  return (
    <>
      <Group gap={8} align="center">
        <ChoiceBlank<TargetType>
          label="対象の種類"
          field="target"
          value={values.target}
          choices={targetChoices}
          wrong={wrong}
          onChoose={(target) => change({ target, targetId: null, unitId: null })}
        />
        {values.target === 'category' ? (
          <CategorySelect categories={masters.categories} own={values.targetId} {...rowSelect} />
        ) : (
          <RowSelect rows={values.target === 'meter' ? meters : masters.groups} {...rowSelect} />
        )}
        {values.kind !== 'unreadable' && unitIds.length > 1 && (
          <>
            <Text component="span">（単位</Text>
            <ChoiceBlank
              label="単位"
              field="unitId"
              value={String(values.unitId)}
              choices={unitIds.map((id) => ({ value: String(id), label: nameIn(units, id) ?? '未登録' }))}
              wrong={wrong}
              onChoose={(id) => change({ unitId: Number(id) })}
            />
            <Text component="span">）</Text>
          </>
        )}
        <Text component="span">の</Text>
      </Group>
      {text !== '' && (
        <Text size="sm" c={judged.length > 0 ? 'dimmed' : 'var(--waiting-text)'} role="status">
          {text}
        </Text>
      )}
    </>
  )
}

function judgedText(judged: number, all: number, target: TargetType): string {
  if (all === 0) return `この${targetNames[target]}にメーターがありません。メーターが加わると見張り始めます。`
  if (judged === 0) return 'この単位のメーターがありません。単位を選び直してください。'
  if (target === 'meter') return ''
  const others = all > judged ? `（単位が違う${all - judged}件は見張りません）` : ''
  return `メーター${judged}件を見張ります${others}。`
}
