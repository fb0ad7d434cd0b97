import { typeUnreadable } from '../../../lib/meters/missingSettings.ts'
import { reasonText } from '../../../lib/readings/reasons.ts'

/** What to do about a reason. */
interface Remedy {
  text: string
  retake: boolean
}

const again: Remedy = { text: '撮り直してください。', retake: true }
const enter: Remedy = { text: '値を確かめて入力してください。', retake: false }

const remedies: Readonly<Record<string, Remedy>> = {
  blur: again,
  glare: { text: '角度を変えて撮り直してください。', retake: true },
  'between digits': enter,
  'outside scale': enter,
  // Also when the meter is too far away.
  moved: {
    text: 'メーターを確かめ、枠いっぱいに写るまで近づいて撮り直してください。',
    retake: true,
  },
  'low contrast': { text: '明るくして撮り直してください。', retake: true },
}

/** For a value of low confidence. */
export const checkValueText = '値を確かめてください。'

/** They prevent registration too; only the next picture can show a wrong meter. */
const faultsOfPicture: readonly string[] = ['blur', 'glare', 'low contrast']

/** For a meter whose settings do not allow reading. */
export const unreadableText = 'このメーターは自動で読み取れません。値を入力してください。'

interface Doubts {
  /** Why a value is missing or doubtful, and what to do: one text per reason. */
  texts: string[]
  /** There is no value, and the advice is a retake. */
  retake: boolean
}

/** `gap`: what the meter's settings lack for reading; null when nothing. */
export function explainReasons(reasons: readonly string[], value: number | null, gap: string | null): Doubts {
  if (value !== null)
    return { texts: reasons.map((reason) => `${reasonText(reason)}。${checkValueText}`), retake: false }
  // Of the type nothing more can be said.
  if (gap !== null)
    return { texts: gap === typeUnreadable ? [unreadableText] : [unreadableText, `${gap}。`], retake: false }
  const faulty = reasons.some((reason) => faultsOfPicture.includes(reason))
  // The screen says already that it could not be read.
  const said = reasons.filter((reason) => reason !== 'unknown' && !(reason === 'moved' && faulty))
  const done = said.map((reason) => ({ reason, remedy: remedies[reason] ?? again }))
  const texts = done.map(({ reason, remedy }) => `${reasonText(reason)}。${remedy.text}`)
  if (texts.length === 0) return { texts: ['撮り直すか、値を入力してください。'], retake: true }
  return { texts, retake: done.some(({ remedy }) => remedy.retake) }
}
