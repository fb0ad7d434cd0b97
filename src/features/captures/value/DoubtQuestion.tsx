import { Box, Button, Group, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import type { CategoryType } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { Shown } from '../../../../contract/values/consumption.ts'
import type { Doubt } from '../../../../contract/values/doubts.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { lastKnown } from '../../../lib/live/lastKnown.ts'
import type { ToldDoubt } from '../../../lib/readings/plausibility.ts'
import { ReplacementForm } from '../outbox/ReplacementForm.tsx'
import { Comparison } from './Comparison.tsx'
import classes from './DoubtQuestion.module.css'

interface Props {
  shown: Shown
  captureId: string
  doubts: readonly ToldDoubt[]
  /** What the reader was sure of; null: of nothing. */
  sureRead: number | null
  meter: Meter
  /** Why there is no last value; null: the last reading says it. */
  absent?: string | null | undefined
  type: CategoryType
  unit: string
  /** A reload would lose it. */
  typed: boolean
  onCorrect: () => void
  /** With what it was confirmed against. */
  onConfirm: (doubts: Doubt[]) => void
}

/** One question under the photograph: what is odd about a value, and by how much. */
export function DoubtQuestion(props: Props) {
  const { shown, captureId, doubts, sureRead, meter, absent, type, unit, typed, onCorrect, onConfirm } = props
  const [replacing, setReplacing] = useState(false)
  const titleId = useId()
  const doubtsId = useId()
  const correct = useRef<HTMLButtonElement>(null)
  // Before it is hidden.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    correct.current?.focus({ preventScroll: true })
    return () => {
      setTimeout(() => {
        const isLost = document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [opener])
  useWindowEvent('keydown', ({ key, isComposing, target }) => {
    const elsewhere = target instanceof Element && target.closest('[aria-modal=true]') !== null
    if (key === 'Escape' && !isComposing && !elsewhere) onCorrect()
  })
  useBlocker({
    shouldBlockFn: () => {
      setReplacing(false)
      onCorrect()
      return true
    },
    enableBeforeUnload: typed,
  })
  const figures = (value: number) => formatNumber(value, meter.decimal_point)
  const all = doubts.map(({ doubt }) => doubt)
  return (
    <section role="dialog" className={classes.question} aria-labelledby={titleId} aria-describedby={doubtsId}>
      <Box component="h2" fz={20} className="break-anywhere" id={titleId}>
        {`${figures(shown.value)} ${unit}`.trimEnd()} で確定しますか
      </Box>
      <Comparison
        value={shown.value}
        at={shown.at}
        last={lastKnown(meter).known}
        absent={absent}
        band={null}
        meter={meter}
        type={type}
        unit={unit}
      />
      <Stack id={doubtsId} gap={8} fz={15}>
        {all.includes('not_as_read') && sureRead !== null && (
          <dl className={classes.pair}>
            <div>
              <dt>入力した値</dt>
              <dd>{figures(shown.value)}</dd>
            </div>
            <div>
              <dt>写真の読取</dt>
              <dd>{figures(sureRead)}</dd>
            </div>
          </dl>
        )}
        <ul className={classes.doubts}>
          {doubts.map(({ doubt, text }) => (
            <li key={doubt}>{text}</li>
          ))}
        </ul>
      </Stack>
      {/* 修正する stands where the thumb has just pressed 確定: a second press by mistake confirms nothing. */}
      <Group gap={8} align="stretch">
        {all.includes('backwards') && (
          <Button className={classes.answer} variant="default" onClick={() => setReplacing(true)}>
            メーターを
            <wbr />
            交換しました
          </Button>
        )}
        <Button className={classes.answer} variant="default" onClick={() => onConfirm(all)}>
          この値で確定
        </Button>
        <Button ref={correct} className={classes.main} onClick={onCorrect}>
          修正する
        </Button>
      </Group>
      {replacing && (
        <ReplacementForm
          meter={meter}
          shown={shown}
          captureId={captureId}
          unit={unit}
          onBack={() => setReplacing(false)}
          onSaved={() => onConfirm(all.filter((doubt) => doubt !== 'backwards'))}
        />
      )}
    </section>
  )
}
