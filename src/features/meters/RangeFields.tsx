import { Switch, TextInput } from '@mantine/core'
import { rangeEffectQuery } from '../../lib/queries/meters.ts'
import { RangeEffect } from '../../shared/ranges/RangeEffect.tsx'
import { FieldSection } from '../../ui/form/FieldSection.tsx'
import classes from './MeterFields.module.css'
import type { MeterForm } from './useMeterForm.ts'

interface Props {
  form: MeterForm
  field: 'range' | 'emergency'
  label: string
  unit: string | undefined
  /** The meter whose readings are re-judged; null for a new meter and for a measuring range. */
  judgedMeterId: number | null
}

/** Two bounds with a switch; saved off, both are cleared. */
export function RangeFields({ form, field, label, unit, judgedMeterId }: Props) {
  const suffix = unit && {
    rightSection: unit,
    rightSectionWidth: `${unit.length + 2}ch`,
    rightSectionPointerEvents: 'none' as const,
  }
  return (
    <FieldSection legend={label}>
      <Switch label={`${label}を設定する`} {...form.getInputProps(`${field}.on`, { type: 'checkbox' })} />
      {form.values[field].on && (
        <div className={classes.pair}>
          {(['start', 'end'] as const).map((bound) => (
            <TextInput
              key={bound}
              label={bound === 'start' ? '下限' : '上限'}
              aria-label={`${label}の${bound === 'start' ? '下限' : '上限'}`}
              {...suffix}
              {...form.getInputProps(`${field}.${bound}`)}
            />
          ))}
        </div>
      )}
      {judgedMeterId !== null && (
        <RangeEffect
          effectOf={(range) => rangeEffectQuery(judgedMeterId, range)}
          before={form.getInitialValues()[field]}
          bounds={form.values[field]}
        />
      )}
    </FieldSection>
  )
}
