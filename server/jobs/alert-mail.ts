import sharp from 'sharp'
import type { Database } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findNotificationData, type NotificationData } from '../features/alerts/notification-data.ts'
import { alertMail } from '../features/alerts/notification-texts.ts'
import { derivedPicture, MissingPictureError } from '../features/pictures/derived.ts'
import { findRecipient } from '../features/push/index.ts'
import type { AlertMailJob } from '../queue/job-queue.ts'

type Parts = Pick<Deps, 'env' | 'storage' | 'workers' | 'mail' | 'clock'> & { database: Database }

/** Mails one member about one alert in its present state, unless it is gone or mail is no longer wanted. */
export async function sendAlertMail(parts: Parts, job: AlertMailJob): Promise<void> {
  const { organizationId, userId, instead = false } = job
  const found = await parts.database.inOrganization(organizationId, null, async (tx) => {
    const notification = await findNotificationData(tx, job, parts.clock())
    const recipient = notification && (await findRecipient(tx, organizationId, userId, { wanted: !instead }))
    return notification && recipient && { notification, recipient }
  })
  if (found === null) return
  const jpeg = await pictureOf(parts, organizationId, found.notification)
  const publicUrl = parts.env.PUBLIC_URL
  await parts.mail.send(alertMail(found.notification, found.recipient, { publicUrl, jpeg, instead }))
}

/** A small JPEG of the framed picture or the photograph; null without one. */
async function pictureOf(
  parts: Parts,
  organizationId: number,
  { resultSha256, pictureSha256 }: NotificationData,
): Promise<Uint8Array | null> {
  const sha256 = resultSha256 ?? pictureSha256
  if (sha256 === null) return null
  try {
    const thumbnail = await derivedPicture(parts, { organizationId, sha256, variant: 'thumbnail' })
    return thumbnail && (await sharp(thumbnail).flatten({ background: '#ffffff' }).jpeg().toBuffer())
  } catch (error) {
    // Better a mail without its picture than none.
    if (error instanceof MissingPictureError) return null
    throw error
  }
}
