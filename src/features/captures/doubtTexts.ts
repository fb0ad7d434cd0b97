import { reasonText } from '../../lib/reasons.ts'

/** What a person can do about a reason with the phone in hand. */
interface Remedy {
  text: string
  /** Another photograph helps. */
  retake: boolean
}

const again: Remedy = { text: '撮り直してください。', retake: true }
const enter: Remedy = { text: '値を確かめて入力してください。', retake: false }

const remedies: Readonly<Record<string, Remedy>> = {
  blur: again,
  glare: { text: '角度を変えて撮り直してください。', retake: true },
  'between digits': enter,
  'outside scale': enter,
  // From too far away a meter is not found either.
  moved: {
    text: 'メーターを確かめ、枠いっぱいに写るまで近づいて撮り直してください。',
    retake: true,
  },
  'low contrast': { text: '明るくして撮り直してください。', retake: true },
}

/** Of a value that is there and not sure. */
export const check = '値を確かめてください。'

/** What keeps a picture from being recognized at all: the next one says whether it shows the right meter. */
const faultsOfPicture: readonly string[] = ['blur', 'glare', 'low contrast']

/** Of a meter whose registration lacks what reading takes. */
export const unreadable = 'このメーターは自動で読み取れません。値を入力してください。'

interface Doubts {
  /** Why there is no value, or why it is doubtful, and what to do next: one text a reason. */
  texts: string[]
  /** There is no value, and what is said to do is to take another photograph. */
  retake: boolean
}

/** `gap`: what the meter's registration lacks for reading; null when nothing. */
export function doubtsIn(reasons: readonly string[], value: number | null, gap: string | null): Doubts {
  if (value !== null)
    return { texts: reasons.map((reason) => `${reasonText(reason)}。${check}`), retake: false }
  if (gap !== null) return { texts: [unreadable, `${gap}。`], retake: false }
  const faulty = reasons.some((reason) => faultsOfPicture.includes(reason))
  // That it could not be read stands there already.
  const said = reasons.filter((reason) => reason !== 'unknown' && !(reason === 'moved' && faulty))
  const done = said.map((reason) => ({ reason, remedy: remedies[reason] ?? again }))
  const texts = done.map(({ reason, remedy }) => `${reasonText(reason)}。${remedy.text}`)
  if (texts.length === 0) return { texts: ['撮り直すか、値を入力してください。'], retake: true }
  return { texts, retake: done.some(({ remedy }) => remedy.retake) }
}
