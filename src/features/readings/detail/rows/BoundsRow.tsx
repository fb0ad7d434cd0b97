import { Box, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Meter } from '../../../../../contract/meters.ts'
import { invertedRangeText, isInverted, type Range } from '../../../../../contract/values/ranges.ts'
import { rangeEffectQuery } from '../../../../lib/queries/meters.ts'
import { type Bounds, boundsOf, numbersOf } from '../../../../shared/ranges/bounds.ts'
import { confirmRangeEffect } from '../../../../shared/ranges/confirmRangeEffect.ts'
import { confirmRangeOutside } from '../../../../shared/ranges/confirmRangeOutside.ts'
import { RangeEffect } from '../../../../shared/ranges/RangeEffect.tsx'
import { RangeText } from '../../../../shared/ranges/RangeText.tsx'
import { Rejudging } from '../../../../shared/readings/Rejudging.tsx'
import { type Editing, InlineRow } from '../../../../ui/form/InlineRow.tsx'
import { parseNumberValue } from '../../../../ui/text/parseNumber.ts'
import classes from './BoundsRow.module.css'
import { MeterEffect } from './MeterEffect.tsx'

interface Props {
  label: '測定範囲' | '異常範囲'
  meter: Meter | undefined
  start: number | null
  end: number | null
  other: Range
  decimals: number | null
  unit: string | undefined
  save: ((start: number | null, end: number | null) => Promise<unknown>) | undefined
  onDirty: (dirty: boolean) => void
}

const ends = ['start', 'end'] as const

/** Error of a bound, or null. */
const wrongOf = (typed: string): string | null => {
  const value = parseNumberValue(typed)
  if (value === null) return '未入力です'
  return value === undefined ? '数値を入力してください' : null
}

/** Error of one of two bounds, or null. */
const wrongAt = (end: (typeof ends)[number], bounds: Bounds): string | null =>
  wrongOf(bounds[end]) ?? (end === 'end' && isInverted(numbersOf(bounds)) ? invertedRangeText : null)

const wrongIn = (bounds: Bounds): string | null =>
  bounds.on ? (ends.map((end) => wrongAt(end, bounds)).find((wrong) => wrong !== null) ?? null) : null

function measuringRangeOf(bounds: Bounds): Pick<Meter, 'start_value' | 'end_value'> {
  const { start, end } = numbersOf(bounds)
  return { start_value: start, end_value: end }
}

const isSame = (a: Bounds, b: Bounds): boolean => {
  if (wrongIn(a) !== null || wrongIn(b) !== null) return false
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return ends.every((end) => one[end] === other[end])
}

/** Two bounds with a switch; saved off, the meter has none. */
export function BoundsRow({ label, meter, start, end, other, decimals, unit, save, onDirty }: Props) {
  const client = useQueryClient()
  return (
    <InlineRow<Bounds>
      label={label}
      value={
        <>
          <RangeText start={start} end={end} decimals={decimals} unit={unit} />
          {meter && label === '異常範囲' && <Rejudging rejudging={meter.rejudging} />}
        </>
      }
      initial={boundsOf(start, end)}
      wide
      same={isSame}
      validate={wrongIn}
      confirm={async (bounds) => {
        const own = numbersOf(bounds)
        if (label === '測定範囲') return confirmRangeOutside(other, own)
        if (!(await confirmRangeOutside(own, other))) return false
        return meter === undefined || confirmRangeEffect(client, rangeEffectQuery(meter.id, own))
      }}
      onSave={async (bounds) => {
        const next = numbersOf(bounds)
        await save?.(next.start, next.end)
      }}
      onDirty={onDirty}
      editor={
        save &&
        ((editing) => (
          <BoundsInput label={label} unit={unit} editing={editing}>
            <Box component="p" fz="sm" lh="1.5rem">
              {label === '異常範囲'
                ? 'この範囲はメーターの設定です。このメーターのすべての測定値の判定に反映されます。'
                : 'この範囲はメーターの設定です。このメーター全体に反映されます。'}
            </Box>
            {meter && label === '異常範囲' && (
              <RangeEffect
                effectOf={(range) => rangeEffectQuery(meter.id, range)}
                before={boundsOf(start, end)}
                bounds={editing.draft}
              />
            )}
            {meter && label === '測定範囲' && (
              <MeterEffect meter={meter} changes={measuringRangeOf(editing.draft)} />
            )}
          </BoundsInput>
        ))
      }
    />
  )
}

interface InputProps {
  label: string
  unit: string | undefined
  editing: Editing<Bounds>
  children: ReactNode
}

function BoundsInput({ label, unit, editing: { draft, change, props }, children }: InputProps) {
  const { 'aria-label': _, error, ...input } = props
  const errorAt = (end: (typeof ends)[number]) => {
    if (error === null || wrongIn(draft) !== null) return error && wrongAt(end, draft)
    // What the server says of the range.
    return end === 'end' ? error : null
  }
  const suffix = unit && {
    rightSection: unit,
    rightSectionWidth: `${unit.length + 2}ch`,
    rightSectionPointerEvents: 'none' as const,
  }
  return (
    <Stack gap={8} py={8}>
      <Switch
        size="md"
        label={`${label}を設定する`}
        checked={draft.on}
        error={draft.on ? null : error}
        disabled={props.readOnly}
        onChange={({ currentTarget }) => change({ ...draft, on: currentTarget.checked })}
      />
      {draft.on && (
        <Group className={classes.pair} gap={8} align="stretch">
          {ends.map((end) => (
            <TextInput
              key={end}
              {...input}
              label={end === 'start' ? '下限' : '上限'}
              aria-label={`${label}の${end === 'start' ? '下限' : '上限'}`}
              error={errorAt(end)}
              value={draft[end]}
              onChange={({ currentTarget }) => change({ ...draft, [end]: currentTarget.value })}
              {...suffix}
            />
          ))}
        </Group>
      )}
      {children}
    </Stack>
  )
}
