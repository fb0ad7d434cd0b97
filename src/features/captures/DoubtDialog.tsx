import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Shown } from '../../../contract/consumption.ts'
import type { Doubt } from '../../../contract/doubts.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ToldDoubt } from '../../lib/plausibility.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { formatNumber } from '../../ui/text/formatNumber.ts'
import classes from './DoubtDialog.module.css'
import { ReplacementForm } from './ReplacementForm.tsx'

interface Props {
  shown: Shown
  captureId: string
  doubts: readonly ToldDoubt[]
  meter: Meter
  unit: string
  onCorrect: () => void
  /** With what it was confirmed against. */
  onConfirm: (doubts: Doubt[]) => void
}

/** One question: what is odd about a value, and by how much. */
export function DoubtDialog({ shown, captureId, doubts, meter, unit, onCorrect, onConfirm }: Props) {
  const [replacing, setReplacing] = useState(false)
  const value = `${formatNumber(shown.value, meter.decimal_point)} ${unit}`.trimEnd()
  const all = doubts.map(({ doubt }) => doubt)
  if (replacing) {
    return (
      <ReplacementForm
        meter={meter}
        shown={shown}
        captureId={captureId}
        unit={unit}
        onBack={() => setReplacing(false)}
        onSaved={() => onConfirm(all.filter((doubt) => doubt !== 'backwards'))}
      />
    )
  }
  return (
    <Dialog
      opened
      title={`${value} で確定しますか`}
      width={480}
      onClose={onCorrect}
      actions={
        <div className={classes.answers}>
          <Button className={classes.answer} onClick={onCorrect} data-autofocus>
            修正する
          </Button>
          <Button className={classes.answer} variant="default" onClick={() => onConfirm(all)}>
            この値で確定
          </Button>
          {all.includes('backwards') && (
            <Button className={classes.answer} variant="subtle" onClick={() => setReplacing(true)}>
              メーターを交換しました
            </Button>
          )}
        </div>
      }
    >
      <ul className={classes.doubts}>
        {doubts.map(({ doubt, text }) => (
          <li key={doubt}>{text}</li>
        ))}
      </ul>
    </Dialog>
  )
}
