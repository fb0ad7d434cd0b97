import { Box, Button, Flex, Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type CategoryType, isDigital } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../../contract/values/consumption.ts'
import { formatForInput } from '../../../../text/formatNumber.ts'
import { useBusy } from '../../../pwa/busy.ts'
import { Saved } from '../Saved.tsx'
import { Comparison } from './Comparison.tsx'
import classes from './Correction.module.css'
import { Drums } from './Drums.tsx'
import { type Figures, figuresOf, numberOf } from './figures.ts'
import { Keypad } from './Keypad.tsx'
import { parseValue } from './parseValue.ts'
import { plausibleBand } from './plausibleBand.ts'

interface Props {
  meter: Pick<
    Meter,
    | 'digit_number'
    | 'decimal_point'
    | 'start_value'
    | 'end_value'
    | 'is_cumulative'
    | 'rate'
    | 'replacement'
    | 'last_reading'
  >
  type: CategoryType
  unit: string
  /** When it was photographed, milliseconds since 1970. */
  at: number
  /** Of the reader. */
  proposed: number | null
  last: { value: number; created_at: string } | null
  /** Why there is no last value; null: the last reading says it. */
  absent?: string | null | undefined
  /** Why it has to be typed; null if obvious. */
  note?: string | null
  /** A question about the value stands in its place. */
  asking?: boolean
  /** The server is being asked about the photograph: there is no way back. */
  isChecking?: boolean
  onValue: (value: number) => void
  onCancel: () => void
}

const noteId = 'capture-value-note'
const titleId = 'capture-value-title'

/**
 * Corrects the proposed value digit by digit; without a proposal the last value. The number as a whole can be typed
 * instead.
 */
export function Correction(props: Props) {
  const { meter, type, unit, at, proposed, last, absent, note = null, asking = false } = props
  const { onValue, isChecking = false } = props
  const onCancel = () => {
    if (!isChecking) props.onCancel()
  }
  const { digit_number: digits, decimal_point: decimals } = meter
  const [before] = useState<Figures | null>(() => {
    const first = proposed ?? last?.value ?? null
    return first === null ? null : figuresOf(first, meter)
  })
  const [figures, setFigures] = useState(before)
  /** What is typed; null: the drums stand. */
  const [text, setText] = useState<string | null>(() => {
    if (before) return null
    return proposed === null ? '' : formatForInput(proposed, decimals)
  })
  const [typed, setTyped] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const drums = text === null && figures && before ? { figures, before } : null

  const parsed = text === null ? null : parseValue(text, decimals)
  const value = drums ? numberOf(drums.figures) : parsed?.ok ? parsed.value : null
  const isLast = proposed === null && drums !== null && value === numberOf(drums.before)
  const changed = drums ? value !== numberOf(drums.before) : typed && text !== ''
  // The question guards it meanwhile.
  useBusy('correction', changed, asking ? 'work' : 'input')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value !== null && isDigital(type) && exceedsDigits(value, { digits, decimals })) {
      // Only the keypad has a place for an error.
      setText(text ?? formatForInput(value, decimals))
      setError(exceedsDigitsText({ digits, decimals }))
    } else if (value !== null) onValue(value)
    else if (parsed && !parsed.ok) setError(parsed.message)
  }
  const write = (next: string) => {
    setText(next)
    setTyped(true)
    setError(null)
  }
  const toKeys = () => {
    setText(value === null ? '' : formatForInput(value, decimals))
    setTyped(false)
  }
  const toDrums = () => {
    setFigures((value === null ? null : figuresOf(value, meter)) ?? before)
    setText(null)
    setError(null)
  }
  const signed = figures?.negative || (!meter.is_cumulative && (meter.start_value ?? -1) < 0)
  return (
    <form className={classes.form} hidden={asking} onSubmit={submit} noValidate>
      {note && (
        <div>
          <Saved />
          <Box component="p" id={noteId} fw={700} role="status">
            {note}
          </Box>
        </div>
      )}
      <Comparison
        value={value}
        at={at}
        last={last}
        absent={absent}
        band={plausibleBand({
          last: last && { value: last.value, at: Date.parse(last.created_at) },
          at,
          meter,
        })}
        meter={meter}
        type={type}
        unit={unit}
      />
      {drums ? (
        <>
          <Flex
            component="p"
            id={titleId}
            wrap="wrap"
            gap="0 12px"
            align="baseline"
            justify="space-between"
            fz="sm"
          >
            測定値{unit && `（${unit}）`}
            {proposed === null && (
              <Box component="span" fw={700} c="var(--waiting-text)">
                前回の値から直します
              </Box>
            )}
          </Flex>
          <Drums
            figures={drums.figures}
            before={drums.before}
            onChange={setFigures}
            signed={signed}
            onCancel={onCancel}
            labelledBy={titleId}
            describedBy={note ? noteId : undefined}
          />
        </>
      ) : (
        <Keypad
          // Another one after a question, so that the first key replaces the value that was asked about.
          key={asking ? 'asking' : 'typing'}
          text={text ?? ''}
          error={error}
          unit={unit}
          decimalPoint={decimals}
          describedBy={note ? noteId : null}
          onText={write}
          onCancel={onCancel}
        />
      )}
      <Group gap={8} align="stretch">
        <Button className={classes.action} variant="default" disabled={isChecking} onClick={onCancel}>
          戻る
        </Button>
        {before && (
          <Button className={classes.action} variant="default" onClick={drums ? toKeys : toDrums}>
            {drums ? 'テンキー' : '桁ごと'}
          </Button>
        )}
        <Button className={classes.action} type="submit" leftSection={<IconCheck size={24} aria-hidden />}>
          {isLast ? (
            <>
              前回と同じ
              <wbr />
              値で確定
            </>
          ) : (
            'この値で確定'
          )}
        </Button>
      </Group>
    </form>
  )
}
