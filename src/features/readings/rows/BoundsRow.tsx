import { Switch, TextInput } from '@mantine/core'
import { textLimit } from '../../../../contract/wire.ts'
import { typedValue } from '../../../lib/typedValue.ts'
import { type Bounds, boundsOf, numbersOf } from '../../../ui/bounds.ts'
import { type Editing, InlineRow } from '../../../ui/InlineRow.tsx'
import { RangeText } from '../../../ui/RangeText.tsx'
import classes from './BoundsRow.module.css'

interface Props {
  label: '測定範囲' | '異常範囲'
  start: number | null
  end: number | null
  decimals: number | null
  unit: string | undefined
  save: ((start: number | null, end: number | null) => Promise<unknown>) | undefined
  onDirty: (dirty: boolean) => void
}

const ends = ['start', 'end'] as const

/** Why a bound cannot be saved, or null. */
const wrongOf = (typed: string): string | null => {
  const value = typedValue(typed)
  if (value === null) return '未入力です'
  return value === undefined ? '数値を入力してください' : null
}

const wrongIn = (bounds: Bounds): string | null =>
  bounds.on ? (ends.map((end) => wrongOf(bounds[end])).find((wrong) => wrong !== null) ?? null) : null

const isSame = (a: Bounds, b: Bounds): boolean => {
  if (wrongIn(a) !== null || wrongIn(b) !== null) return false
  const [one, other] = [numbersOf(a), numbersOf(b)]
  return ends.every((end) => one[end] === other[end])
}

/** Two bounds behind a switch; off and saved, the meter has none. */
export const BoundsRow = ({ label, start, end, decimals, unit, save, onDirty }: Props) => (
  <InlineRow<Bounds>
    label={label}
    value={<RangeText start={start} end={end} decimals={decimals} unit={unit} />}
    initial={boundsOf(start, end)}
    same={isSame}
    validate={wrongIn}
    onSave={async (bounds) => {
      const next = numbersOf(bounds)
      await save?.(next.start, next.end)
    }}
    onDirty={onDirty}
    editor={save && ((editing) => <BoundsInput label={label} unit={unit} editing={editing} />)}
  />
)

interface InputProps {
  label: string
  unit: string | undefined
  editing: Editing<Bounds>
}

function BoundsInput({ label, unit, editing: { draft, change, props } }: InputProps) {
  const { 'aria-label': _, error, ...input } = props
  const suffix = unit && {
    rightSection: unit,
    rightSectionWidth: `${unit.length + 2}ch`,
    rightSectionPointerEvents: 'none' as const,
  }
  return (
    <div className={classes.bounds}>
      <Switch
        size="md"
        label={`${label}を設定する`}
        checked={draft.on}
        disabled={props.readOnly}
        onChange={({ currentTarget }) => change({ ...draft, on: currentTarget.checked })}
      />
      {draft.on && (
        <div className={classes.pair}>
          {ends.map((end) => (
            <TextInput
              key={end}
              {...input}
              label={end === 'start' ? '開始値' : '終了値'}
              aria-label={`${label}の${end === 'start' ? '開始値' : '終了値'}`}
              error={error && wrongOf(draft[end]) !== null}
              maxLength={textLimit}
              autoComplete="off"
              value={draft[end]}
              onChange={({ currentTarget }) => change({ ...draft, [end]: currentTarget.value })}
              {...suffix}
            />
          ))}
        </div>
      )}
    </div>
  )
}
