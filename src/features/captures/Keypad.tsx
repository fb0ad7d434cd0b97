import { Button, UnstyledButton } from '@mantine/core'
import { IconBackspace, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import classes from './Keypad.module.css'
import { parseValue } from './parseValue.ts'
import { Saved } from './Saved.tsx'

interface Props {
  /** Initially the reader's proposal. */
  initial: string
  unit: string
  decimalPoint: number | null
  /** With unit, where nothing else on the screen shows it. */
  last?: string | null
  /** Why it has to be typed; null if obvious. */
  note?: string | null
  onValue: (value: number) => void
  onCancel: () => void
}

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '-', '0', '.'] as const

/** Selected, so that typing replaces the proposal. */
function select(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true })
  input?.select()
}

/** Types a value with a gloved thumb, or with a hardware keyboard. */
export function Keypad(props: Props) {
  const { initial, unit, decimalPoint, last = null, note = null, onValue, onCancel } = props
  const [text, setText] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  /** The first key replaces the proposal, like selected text. */
  const [untouched, setUntouched] = useState(initial !== '')
  useBusy('keypad', text !== '' && !untouched, 'input')
  const write = (next: string) => {
    setText(next)
    setUntouched(false)
    setError(null)
  }
  const press = (key: string) => {
    const before = untouched ? '' : text
    if (key === '-') write(/^[-−]/.test(before) ? before.slice(1) : `-${before}`)
    else write(before + key)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseValue(text, decimalPoint)
    if (parsed.ok) onValue(parsed.value)
    else setError(parsed.message)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {note && (
        <div>
          <Saved />
          <p id="capture-value-note" className={classes.note} role="status">
            {note}
          </p>
        </div>
      )}
      {last && <p className={classes.last}>前回 {last}</p>}
      <div className={classes.display} data-error={error !== null || undefined}>
        <label className={classes.label} htmlFor="capture-value">
          測定値
        </label>
        <input
          id="capture-value"
          ref={select}
          className={classes.input}
          // The keys below are larger than a phone's own.
          inputMode="none"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
          }}
          aria-invalid={error !== null}
          aria-describedby={note ? 'capture-value-note capture-value-error' : 'capture-value-error'}
        />
        <span className={classes.unit}>{unit}</span>
        <UnstyledButton
          className={classes.erase}
          aria-label="1文字消す"
          onClick={() => write(text.slice(0, -1))}
        >
          <IconBackspace size={26} aria-hidden />
        </UnstyledButton>
      </div>
      <p id="capture-value-error" className={classes.error} role="alert">
        {error}
      </p>
      <div className={classes.keys}>
        {keys.map((key) => (
          <UnstyledButton
            key={key}
            className={classes.key}
            aria-label={key === '-' ? '符号を変える' : key === '.' ? '小数点' : key}
            disabled={key === '.' && (decimalPoint === 0 || (!untouched && text.includes('.')))}
            onClick={() => press(key)}
          >
            {key === '-' ? '±' : key}
          </UnstyledButton>
        ))}
      </div>
      <div className={classes.actions}>
        <Button className={classes.action} variant="default" onClick={onCancel}>
          戻る
        </Button>
        <Button className={classes.action} type="submit" leftSection={<IconCheck size={24} aria-hidden />}>
          この値で確定
        </Button>
      </div>
    </form>
  )
}
