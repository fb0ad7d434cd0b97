import { findSamePictures } from '../../../../offline/samePicture.ts'
import type { ReadResult } from '../../../../reader/web/index.ts'
import type { ToldDoubt } from '../../../lib/readings/plausibility.ts'

/**
 * Below this registration the meter's reference picture was not found at all: another meter scores 0, the own one 0.99
 * (decision 061). In between, the own meter was photographed from far away or from the side.
 */
const notFound = 0.3

/** The picture is sharp and bright enough to find the meter in it. */
export const looksLikeAnother = ({
  registration,
  reasons,
}: Pick<ReadResult, 'registration' | 'reasons'>): boolean =>
  registration !== null && registration < notFound && reasons.includes('moved')

type AskServer = (readingId: number) => Promise<boolean>

/** Whether the meter has the same picture already. One whose reading was deleted on the server does not count. */
async function isSamePicture(id: string, isKept: AskServer): Promise<boolean> {
  const others = await findSamePictures(id)
  const counted = others.map(async ({ readingId }) => readingId === null || (await isKept(readingId)))
  return (await Promise.all(counted)).includes(true)
}

export const samePictureText = 'このメーターには、同じ写真がすでにあります。'

/** What speaks against a photograph in the outbox, whatever its value. `isOther`: it looks like another meter. */
export async function doubtsAboutPicture(
  id: string,
  isOther: boolean,
  isKept: AskServer,
): Promise<ToldDoubt[]> {
  const isAgain = await isSamePicture(id, isKept).catch((error: unknown) => {
    console.warn(error)
    return false
  })
  return [
    ...(isOther ? [{ doubt: 'other_meter' as const, text: '写真は別のメーターのようです。' }] : []),
    ...(isAgain ? [{ doubt: 'same_picture' as const, text: samePictureText }] : []),
  ]
}
