import sharp from 'sharp'
import type { Database } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { NoticeMailJob } from '../../queue/job-types.ts'
import { derivedPicture, MissingPictureError } from '../pictures/index.ts'
import { findRecipient } from '../push/index.ts'
import { mailOf } from './notice.ts'
import { subjectOf } from './subjects.ts'

type Parts = Pick<Deps, 'env' | 'storage' | 'workers' | 'mail' | 'clock'> & { database: Database }

/** Mails one member a notice, unless there is nothing to report any more or mail is no longer wanted. */
export async function sendNoticeMail(parts: Parts, job: NoticeMailJob): Promise<void> {
  const { organizationId, userId, instead = false, isEnd = false } = job
  const found = await parts.database.inOrganization(organizationId, null, async (tx) => {
    // A member who gets only this mail is told the present state.
    const options = { now: parts.clock(), userId, showsEnd: isEnd || instead }
    const notice = await subjectOf(job).find(tx, job, options)
    if (notice === null) return null
    const wanted = !instead && notice.chosenId !== userId
    const recipient = await findRecipient(tx, organizationId, userId, { wanted })
    return recipient && { notice, recipient }
  })
  if (found === null) return
  const { notice, recipient } = found
  const jpeg = notice.picture ? await jpegOf(parts, organizationId, notice.picture.sha256) : null
  const publicUrl = parts.env.PUBLIC_URL
  await parts.mail.send(mailOf(notice, job, recipient, { publicUrl, jpeg, instead }))
}

/** Returns a small JPEG of a picture, or null if storage has lost it: better a mail without its picture than none. */
async function jpegOf(parts: Parts, organizationId: number, sha256: string): Promise<Uint8Array | null> {
  try {
    const thumbnail = await derivedPicture(parts, { organizationId, sha256, variant: 'thumbnail' })
    return thumbnail && (await sharp(thumbnail).flatten({ background: '#ffffff' }).jpeg().toBuffer())
  } catch (error) {
    if (error instanceof MissingPictureError) return null
    throw error
  }
}
