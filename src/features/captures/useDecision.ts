import { useEffect, useRef, useState } from 'react'
import { type CategoryType, isDigital } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { isSureOfPicture } from '../../../contract/values/prior.ts'
import { findSamePictures } from '../../../offline/samePicture.ts'
import { roundToDecimals } from '../../../text/formatNumber.ts'
import { isReadingKept } from '../../lib/queries/readings.ts'
import type { ToldDoubt } from '../../lib/readings/plausibility.ts'
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
 * Below this registration the meter's reference picture was not found at all: another meter scores 0, the own one 0.99
 * (decision 061). In between, the own meter was photographed from far away or from the side.
 */
const notFound = 0.3

/** The picture is sharp and bright enough to find the meter in it. */
const looksLikeAnother = (reading: LocalReadState): boolean =>
  typeof reading === 'object' &&
  reading.registration !== null &&
  reading.registration < notFound &&
  reading.reasons.includes('moved')

type AskServer = (readingId: number) => Promise<boolean>

/** Whether the meter has the same picture already. One whose reading was deleted on the server does not count. */
async function isSamePicture(id: string, isKept: AskServer): Promise<boolean> {
  const others = await findSamePictures(id)
  const counted = others.map(async ({ readingId }) => readingId === null || (await isKept(readingId)))
  return (await Promise.all(counted)).includes(true)
}

async function doubtsAboutPicture(
  id: string,
  reading: LocalReadState,
  isKept: AskServer,
): Promise<ToldDoubt[]> {
  const isAgain = await isSamePicture(id, isKept).catch((error: unknown) => {
    console.warn(error)
    return false
  })
  return [
    ...(looksLikeAnother(reading)
      ? [{ doubt: 'other_meter' as const, text: '写真は別のメーターのようです。' }]
      : []),
    ...(isAgain ? [{ doubt: 'same_picture' as const, text: samePictureText }] : []),
  ]
}
const samePictureText = 'このメーターには、同じ写真がすでにあります。'

/**
 * Stores what a person decided about a photograph, after one question where the value is odd. `shownId`: of the photograph on
 * the screen, if any. `isChecking`: the server is being asked about the photograph.
 */
export function useDecision(
  { decide, setFlow }: Pick<ReturnType<typeof useCaptureFlow>, 'decide' | 'setFlow'>,
  subject: { meter: Meter; type: CategoryType; unit: string },
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
      notify.info(`${exceedsDigitsText}。値を修正してください。`)
      setFlow(again)
      return false
    }
    const sureRead = isSure(reading) ? proposed : null
    // A second press while the device or the server is asked.
    if (checking.current) return false
    checking.current = true
    const ofPicture = await doubtsAboutPicture(draft.id, reading, (readingId) => {
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
