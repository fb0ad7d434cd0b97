import { Flex, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './Drums.module.css'
import { type Figures, placeOf, rowsOf, turned, withDigit } from './figures.ts'

interface Props {
  figures: Figures
  /** Drums that differ from it stand out. */
  before: Figures
  onChange: (figures: Figures) => void
  /** The meter goes below nought. */
  signed: boolean
  onCancel: () => void
  labelledBy: string
  describedBy: string | undefined
}

/** Finger's way for one figure, px. */
const stepHeight = 40

/** Px. Narrower drums go into a line of their own; eight fit into a dialog on a screen of 390 px. */
const [narrowest, widest, pointWidth] = [44, 64, 6]

function widthOf(figures: number, point: boolean) {
  const beside = point ? pointWidth : 0
  return {
    flexGrow: figures,
    flexBasis: figures * narrowest + beside,
    maxWidth: figures * widest + beside,
  }
}

/**
 * A value as drums: above each figure the next, below it the previous one, each a press away; swipe, arrow keys and
 * typed figures change them too.
 */
export function Drums({ figures, before, onChange, signed, onCancel, labelledBy, describedBy }: Props) {
  const { negative, digits } = figures
  const row = useRef<HTMLFieldSetElement>(null)
  /** The one drum that Tab reaches. */
  const [current, setCurrent] = useState(0)
  const swipe = useRef<{ index: number; from: number; start: Figures; moved: boolean } | null>(null)

  const focus = (index: number) => {
    const drums = row.current?.querySelectorAll<HTMLElement>('[role="spinbutton"]')
    drums?.[Math.max(0, Math.min(digits.length - 1, index))]?.focus({ preventScroll: true })
  }
  useEffect(
    () => row.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true }),
    [],
  )

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowUp') onChange(turned(figures, index, 1))
    else if (key === 'ArrowDown') onChange(turned(figures, index, -1))
    else if (key === 'ArrowLeft' || key === 'Backspace') focus(index - 1)
    else if (key === 'ArrowRight') focus(index + 1)
    else if (key === 'Home') focus(0)
    else if (key === 'End') focus(digits.length - 1)
    else if (/^[0-9]$/.test(key)) {
      onChange(withDigit(figures, index, Number(key)))
      focus(index + 1)
    } else if (key === 'Enter') event.currentTarget.closest('form')?.requestSubmit()
    else if (key === 'Escape') onCancel()
    else return
    event.preventDefault()
  }

  const onPointerDown = (event: PointerEvent, index: number) => {
    if (event.button === 0) swipe.current = { index, from: event.clientY, start: figures, moved: false }
  }
  const onPointerMove = (event: PointerEvent) => {
    const { current: held } = swipe
    if (!held) return
    const steps = Math.round((event.clientY - held.from) / stepHeight)
    if (!held.moved && steps === 0) return
    // From here on the neighbours are not pressed.
    if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId)
    held.moved = true
    onChange(turned(held.start, held.index, steps))
  }
  const onPointerEnd = () => {
    swipe.current = null
  }

  const drum = (index: number) => {
    const digit = digits.charAt(index)
    const place = placeOf(figures, index)
    const neighbour = (steps: number) => {
      const next = turned(figures, index, steps).digits.charAt(index)
      return (
        <UnstyledButton
          className={classes.neighbour}
          // The drum itself has keys.
          tabIndex={-1}
          aria-label={`${place}を${next}にする`}
          onClick={() => {
            onChange(turned(figures, index, steps))
            setCurrent(index)
          }}
        >
          {next}
        </UnstyledButton>
      )
    }
    return (
      <div
        key={place}
        className={classes.drum}
        data-changed={digit !== before.digits.charAt(index) || undefined}
        onPointerDown={(event) => onPointerDown(event, index)}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
      >
        {neighbour(1)}
        <div
          className={classes.figure}
          role="spinbutton"
          tabIndex={index === current ? 0 : -1}
          aria-label={place}
          aria-valuenow={Number(digit)}
          aria-valuemin={0}
          aria-valuemax={9}
          onFocus={() => setCurrent(index)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {digit}
        </div>
        {neighbour(-1)}
      </div>
    )
  }

  return (
    <fieldset ref={row} className={classes.row} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {signed && (
        <UnstyledButton
          className={classes.sign}
          aria-label="符号"
          aria-pressed={negative}
          onClick={() => onChange({ ...figures, negative: !negative })}
        >
          {negative ? '−' : '+'}
        </UnstyledButton>
      )}
      {rowsOf(figures).map(({ from, to, point }) => (
        <Flex key={from} style={widthOf(to - from, point)}>
          {point && (
            <span className={classes.point} aria-hidden>
              .
            </span>
          )}
          {[...digits.slice(from, to)].map((_, offset) => drum(from + offset))}
        </Flex>
      ))}
    </fieldset>
  )
}
