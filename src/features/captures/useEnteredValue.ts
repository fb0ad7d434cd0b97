import { useRef } from 'react'
import type { Account } from '../../../contract/users.ts'
import { setValue } from '../../../offline/amendments.ts'
import { saveEntry, takeBackEntry } from '../../../offline/entries.ts'
import { byServerClock } from '../../../offline/sendable.ts'
import { lastClockOffset } from '../../lib/clockOffset.ts'
import { requestBackgroundSync } from '../../lib/requestBackgroundSync.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { tellAmended } from './tellAmended.ts'
import { tellTooLate } from './tellTooLate.ts'
import type { EnteredHere, Flow, Subject } from './useCaptureFlow.ts'
import type { useDoubtQuestion } from './useDoubtQuestion.ts'

/** By the server's clock. */
export const enteredAtOf = (entered: EnteredHere): number => byServerClock(entered.at, entered)

interface Screen {
  ask: ReturnType<typeof useDoubtQuestion>['ask']
  setFlow: (flow: Flow) => void
}

/** Stores a value that an inspector enters without a photograph, changes it, and takes it back. */
export function useEnteredValue(account: Account, subject: Subject, { ask, setFlow }: Screen) {
  const undoing = useRef(false)
  const named = `「${subject.meterName}」の値`

  /** `value`: what is shown first; null: the last value of the meter. */
  const begin = (value: number | null) =>
    setFlow({
      step: 'enter',
      entered: {
        id: crypto.randomUUID(),
        isStored: false,
        value,
        at: Date.now(),
        clockOffset: lastClockOffset(),
      },
    })

  /** Asks one question if the value is odd. */
  const save = async (entered: EnteredHere, value: number): Promise<void> => {
    const { id, at: capturedAt, clockOffset } = entered
    const shown = { value, at: enteredAtOf(entered) }
    const confirmedDoubts = await ask({ shown, captureId: id, sureRead: null, ofPicture: [] })
    if (confirmedDoubts === null) return
    try {
      if (entered.isStored) {
        const how = await setValue(id, { value, valueSource: 'corrected', confirmedDoubts })
        if (how === null) await tellTooLate({ id, named, past: `${named}は変えられません。` })
        if (how === 'amended')
          await tellAmended({ id, done: `${named}を修正しました`, named: `「${subject.meterName}」の修正` })
      } else {
        await saveEntry({
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
      }
      void requestBackgroundSync()
      setFlow({ step: 'entered', entered: { ...entered, isStored: true, value } })
    } catch (error) {
      notify.failure(error, { title: '値を保存できませんでした' })
    }
  }

  /** Before the first attempt to send, the value is entered again; afterwards it is withdrawn on the server. */
  const undo = async ({ id, value }: EnteredHere): Promise<void> => {
    // A second press would not find what the first one has removed.
    if (undoing.current) return
    undoing.current = true
    try {
      const how = await takeBackEntry(id)
      void requestBackgroundSync()
      if (how === null) await tellTooLate({ id, named, past: null })
      if (how === 'removed') begin(value)
      if (how === 'withdrawn') {
        await tellAmended({
          id,
          done: `${named}を取り消しました`,
          named: `「${subject.meterName}」の取り消し`,
        })
        setFlow({ step: 'aim', kept: null })
      }
    } catch (error) {
      notify.failure(error, { title: '元に戻せませんでした' })
    } finally {
      undoing.current = false
    }
  }

  return { begin, save, undo }
}
