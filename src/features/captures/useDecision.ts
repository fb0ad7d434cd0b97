import { useEffect, useRef, useState } from 'react'
import { isDigital } from '../../../contract/categories.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { isSureOfPicture } from '../../../contract/values/prior.ts'
import { readCapture } from '../../../offline/outbox.ts'
import { roundToDecimals } from '../../../text/formatNumber.ts'
import { isReadingKept } from '../../lib/queries/readings.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { tellAmended } from './outbox/tellAmended.ts'
import { tellTooLate } from './outbox/tellTooLate.ts'
import {
  type Flow,
  type LocalReadState,
  takenAtOf,
  type undecidedOf,
  type useCaptureFlow,
} from './useCaptureFlow.ts'
import { doubtsAboutPicture, looksLikeAnother, samePictureText } from './value/pictureDoubts.ts'
import { useDoubtQuestion } from './value/useDoubtQuestion.ts'

type Decided = NonNullable<ReturnType<typeof undecidedOf>>

/** With the meter's decimals; null: nothing was read. */
export function proposedBy(reading: LocalReadState | null, decimals: number | null): number | null {
  const read = typeof reading === 'object' ? (reading?.value ?? null) : null
  return read === null || decimals === null ? read : roundToDecimals(read, decimals)
}

/** Whether the value stands by the photograph alone, of which the reader was sure. */
const isSure = (reading: LocalReadState): boolean =>
  typeof reading === 'object' && !reading.unregistered && isSureOfPicture(reading)

/**
 * Stores what a person decided about a photograph, after one question where the value is odd. `shownId`: of the photograph on
 * the screen, if any. `isChecking`: the server is being asked about the photograph.
 */
export function useDecision(
  { decide, setFlow }: Pick<ReturnType<typeof useCaptureFlow>, 'decide' | 'setFlow'>,
  subject: Parameters<typeof useDoubtQuestion>[0],
  shownId: string | null,
) {
  const { ask, question } = useDoubtQuestion(subject)
  const [isChecking, setIsChecking] = useState(false)
  const checking = useRef(false)
  const shown = useRef(shownId)
  useEffect(() => {
    shown.current = shownId
    return () => {
      shown.current = null
    }
  }, [shownId])
  const { digit_number: digits, decimal_point: decimals } = subject.meter
  const exceeds = (value: number | null) =>
    value !== null && isDigital(subject.type) && exceedsDigits(value, { digits, decimals })
  /**
   * Returns false if the photograph is still undecided, or if its value could not be stored. `again`: where the value is
   * entered if the person wants to correct it after the question.
   */
  const saveDecision = async (
    { draft, reading }: Decided,
    value: number | null,
    again: Flow = { step: 'correct', draft, reading },
  ): Promise<boolean> => {
    const proposed = proposedBy(reading, subject.meter.decimal_point)
    if (exceeds(value)) {
      notify.info(`${exceedsDigitsText({ digits, decimals })}。値を修正してください。`)
      setFlow(again)
      return false
    }
    const sureRead = isSure(reading) ? proposed : null
    // A second press while the device or the server is asked.
    if (checking.current) return false
    checking.current = true
    const isOther =
      typeof reading === 'object'
        ? looksLikeAnother(reading)
        : (await readCapture(draft.id))?.looksLikeOtherMeter === true
    const ofPicture = await doubtsAboutPicture(draft.id, isOther, (readingId) => {
      setIsChecking(true)
      return isReadingKept(readingId)
    })
    checking.current = false
    setIsChecking(false)
    // The person has left the photograph in the meantime.
    if (shown.current !== draft.id) return false
    if (value === null && ofPicture.some(({ doubt }) => doubt === 'same_picture')) {
      const agreed = await confirmDoubt({
        title: '同じ写真を送信しますか',
        text: samePictureText,
        confirm: '送信',
        correct: '戻る',
      })
      if (!agreed) return false
    }
    const confirmedDoubts =
      value === null
        ? []
        : await ask({ shown: { value, at: takenAtOf(draft) }, captureId: draft.id, sureRead, ofPicture })
    if (confirmedDoubts === null) {
      // Unless it was decided or discarded elsewhere while the question was shown.
      setFlow((now) => (now.step === 'done' || now.step === 'aim' ? now : again))
      return false
    }
    const valueSource = value === proposed ? 'accepted' : 'corrected'
    try {
      const decided = await decide(
        draft,
        reading,
        value === null ? null : { value, valueSource, confirmedDoubts },
      )
      const named = `「${subject.meter.name}」の写真`
      if (decided === null) await tellTooLate({ id: draft.id, named, past: null })
      if (decided === 'amended') await tellAmended({ id: draft.id, named: `「${subject.meter.name}」の修正` })
      return value === null || decided !== null
    } catch (error) {
      notify.failure(error, { title: '値を保存できませんでした' })
      return false
    }
  }
  return { saveDecision, isChecking, ask, question }
}
