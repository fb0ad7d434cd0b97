import { Box, Group, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './Keypad.module.css'

interface Props {
  text: string
  error: string | null
  unit: string
  decimalPoint: number | null
  describedBy: string | null
  onText: (text: string) => void
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
  const { text, error, unit, decimalPoint, describedBy, onCancel } = props
  /** The first key replaces the text, like selected text. */
  const [untouched, setUntouched] = useState(true)
  const onText = (next: string) => {
    setUntouched(false)
    props.onText(next)
  }
  const press = (key: string) => {
    const before = untouched ? '' : text
    if (key === '-') onText(/^[-−]/.test(before) ? before.slice(1) : `-${before}`)
    else onText(before + key)
  }
  return (
    <>
      <Group className={classes.display} gap="0 8px" justify="end" data-error={error !== null || undefined}>
        <Box component="label" fz="sm" htmlFor="capture-value">
          測定値
        </Box>
        <input
          id="capture-value"
          ref={select}
          className={classes.input}
          // The keys below are larger than a phone's own.
          inputMode="none"
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
          }}
          aria-invalid={error !== null}
          aria-describedby={describedBy ? `${describedBy} capture-value-error` : 'capture-value-error'}
        />
        <span>{unit}</span>
        <UnstyledButton
          className={classes.erase}
          aria-label="1文字消す"
          onClick={() => onText(text.slice(0, -1))}
        >
          <IconBackspace size={26} aria-hidden />
        </UnstyledButton>
      </Group>
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
    </>
  )
}
