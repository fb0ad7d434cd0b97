import { useEffect, useEffectEvent, useRef } from 'react'
import type { Account } from '../../../../contract/users.ts'
import { setValue } from '../../../../offline/amendments.ts'
import { discardTakenBack, saveEntry, takeBackEntry } from '../../../../offline/entries.ts'
import { byServerClock } from '../../../../offline/sendable.ts'
import { requestBackgroundSync } from '../../../lib/held/requestBackgroundSync.ts'
import { lastClockOffset } from '../../../lib/session/clockOffset.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { offerUndo } from '../outbox/discardWithUndo.ts'
import { tellAmended } from '../outbox/tellAmended.ts'
import { tellTooLate } from '../outbox/tellTooLate.ts'
import { withdrawAndTell } from '../outbox/withdrawWithQuestion.ts'
import type { EnteredHere } from '../unfinished.ts'
import type { Flow, Subject } from '../useCaptureFlow.ts'
import type { useDoubtQuestion } from './useDoubtQuestion.ts'

/** By the server's clock. */
export const enteredAtOf = (entered: EnteredHere): number => byServerClock(entered.at, entered)

interface Screen {
  flow: Flow
  ask: ReturnType<typeof useDoubtQuestion>['ask']
  setFlow: (flow: Flow) => void
}

/** Stores a value that an inspector enters without a photograph, changes it, and takes it back. */
export function useEnteredValue(account: Account, subject: Subject, { flow, ask, setFlow }: Screen) {
  const undoing = useRef(false)
  const named = `「${subject.meterName}」の値`

  /** If the value that was taken back was not entered again, it is discarded, and 元に戻す is offered. */
  const discard = async ({ id }: EnteredHere) => {
    if (await discardTakenBack(id)) offerUndo({ id, named })
  }
  const onLeave = useEffectEvent(() => {
    if (flow.step === 'enter') void discard(flow.entered).catch(console.warn)
  })
  useEffect(() => () => onLeave(), [])

  const begin = () =>
    setFlow({
      step: 'enter',
      entered: {
        id: crypto.randomUUID(),
        isStored: false,
        value: null,
        at: Date.now(),
        clockOffset: lastClockOffset(),
      },
    })

  const cancel = (entered: EnteredHere) => {
    setFlow(entered.isStored ? { step: 'entered', entered } : { step: 'aim', kept: null })
    void discard(entered).catch(console.warn)
  }

  /** Asks one question if the value is odd. */
  const save = async (entered: EnteredHere, value: number): Promise<void> => {
    const { id, at: capturedAt, clockOffset } = entered
    const shown = { value, at: enteredAtOf(entered) }
    const confirmedDoubts = await ask({ shown, captureId: id, sureRead: null, ofPicture: [] })
    if (confirmedDoubts === null) return
    try {
      const stored = entered.isStored
        ? null
        : await saveEntry({
            ...subject,
            id,
            userId: account.id,
            organizationId: account.organization.id,
            organizationName: account.organization.name,
            value,
            confirmedDoubts,
            capturedAt,
            timeChosen: false,
            clockOffset,
            mayHaveArrived: false,
          })
      // Also for a value that was taken back and has been put back in 送信状況 in the meantime.
      if (stored?.value !== value) {
        const how = await setValue(id, { value, valueSource: 'corrected', confirmedDoubts })
        if (how === null) await tellTooLate({ id, named, past: `${named}は変えられません。` })
        if (how === 'amended') await tellAmended({ id, named: `「${subject.meterName}」の修正` })
      }
      void requestBackgroundSync()
      setFlow({ step: 'entered', entered: { ...entered, isStored: true, value } })
    } catch (error) {
      notify.failure(error, { title: '値を保存できませんでした' })
    }
  }

  /**
   * Before the first attempt to send, the value is entered again; afterwards it is withdrawn on the server, after a question.
   */
  const undo = async (entered: EnteredHere): Promise<void> => {
    const { id } = entered
    // A second press would not find what the first one has removed.
    if (undoing.current) return
    undoing.current = true
    try {
      if (await takeBackEntry(id)) {
        setFlow({ step: 'enter', entered: { ...entered, isStored: false } })
      } else if (await withdrawAndTell({ id, meterName: subject.meterName, named })) {
        setFlow({ step: 'aim', kept: null })
      }
    } catch (error) {
      notify.failure(error, { title: '元に戻せませんでした' })
    } finally {
      undoing.current = false
    }
  }

  return { begin, cancel, save, undo }
}
