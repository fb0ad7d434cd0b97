import type { PushMessage } from '../../../contract/push.ts'
import type { Tx } from '../../db/client.ts'
import type { Mail } from '../../mail/mailer.ts'
import { type Line, noticeMail } from '../../mail/notice.ts'
import type { NoticeRef } from '../../queue/job-types.ts'

/** A notice as members read it, by mail or as a notification of their browser. */
export interface Notice {
  /** The title of a notification. The subject of a mail is the same after 【検針】. */
  title: string
  statement: string
  facts: Line[]
  /** Labels and paths in the console. A notification opens the first one. */
  links: [Line, ...Line[]]
  /** Shown in the mail. */
  picture?: { sha256: string; alt: string } | null
  /** How a digest tells it, and whether nobody needs to act any more. */
  digest?: { text: string; isOver: boolean }
  /** Facts of a notification, where all would be too many. */
  brief?: Line[]
  /** The user who is mailed even without wanting alert mails: in charge, or chosen by the subject. */
  chosenId?: number | null
}

interface FindOptions {
  now: Date
  /** The recipient. */
  userId: number
  /** False: another mail reports the end, so the notice describes the start even if it has ended in the meantime. */
  showsEnd: boolean
}

/** What notices can be about. A further subject is one file, and one line in `subjects.ts`. */
export interface Subject {
  /** Returns the notice in its present state. Null if there is nothing to report any more or the organization is inactive. */
  find(tx: Tx, ref: Pick<NoticeRef, 'organizationId' | 'id'>, options: FindOptions): Promise<Notice | null>
}

interface MailOptions {
  publicUrl: string | undefined
  /** Null without a picture. */
  jpeg: Uint8Array | null
  instead: boolean
}

const tagOf = ({ subject, id, at }: NoticeRef) => `${subject}-${id}${at === undefined ? '' : `-${at}`}`

export function mailOf(
  { title, statement, facts, links, picture = null }: Notice,
  ref: NoticeRef,
  recipient: { username: string; email: string },
  { jpeg, ...options }: MailOptions,
): Mail {
  const shown = picture && jpeg && { cid: `${tagOf(ref)}@kenshin`, alt: picture.alt, jpeg }
  return noticeMail(
    { subject: `【検針】${title}`, statement, facts, links, picture: shown },
    recipient,
    options,
  )
}

export const pushMessageOf = (
  { title, facts, brief = facts, links }: Notice,
  ref: NoticeRef,
): PushMessage => ({
  title,
  body: brief.map(([label, fact]) => `${label}: ${fact}`).join('\n'),
  tag: tagOf(ref),
  url: links[0][1],
})
