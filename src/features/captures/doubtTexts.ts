import { reasonText } from '../../lib/reasons.ts'

/** What a person can do about a reason with the phone in hand. A new photograph, unless said otherwise. */
const remedies: Readonly<Record<string, string>> = {
  blur: 'もう一度撮影してください。',
  glare: '角度を変えて、もう一度撮影してください。',
  'between digits': '値を確かめて入力してください。',
  'outside scale': '値を確かめて入力してください。',
  moved: 'メーターを確かめて、枠に合わせて撮影してください。',
  'low contrast': '明るくして、もう一度撮影してください。',
}

/** Of a value that is there and not sure. */
export const check = '値を確かめてください。'

/** What keeps a picture from being recognized at all: the next one says whether it shows the right meter. */
const faultsOfPicture: readonly string[] = ['blur', 'glare', 'low contrast']

/** Why there is no value, or why it is doubtful, and what to do next: one text a reason. */
export function doubtTexts(reasons: readonly string[], value: number | null): string[] {
  const faulty = reasons.some((reason) => faultsOfPicture.includes(reason))
  return reasons.flatMap((reason) => {
    // That it could not be read stands there already.
    if (reason === 'unknown' && value === null) return []
    if (reason === 'moved' && value === null && faulty) return []
    const remedy = value === null ? (remedies[reason] ?? 'もう一度撮影してください。') : check
    return [`${reasonText(reason)}。${remedy}`]
  })
}
