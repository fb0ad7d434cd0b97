import { Failure, type Session } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { mailFailureText } from '../../mail/mail-failure.ts'
import { findMember } from './repository.ts'

/** Test mails per user and minute. */
const maxTests = 5

/** Sent at once, not by a job: the person waits for the result. */
export async function sendTestMail(
  { database, counts, mail, env, log }: Deps,
  { organizationId, userId }: Pick<Session, 'organizationId' | 'userId'>,
) {
  const { count, endsIn } = counts.add(`mail-test ${userId}`, maxTests)
  if (count > maxTests) throw new Failure('too_many_requests', { retryAfter: endsIn / 1000 })
  const member = await database.inOrganization(organizationId, userId, (tx) =>
    findMember(tx, organizationId, userId),
  )
  if (member === null) throw new Failure('unauthenticated')
  const to = member.email
  try {
    await mail.send({
      to,
      subject: '【検針】試し送信',
      text: [
        `${member.username} 様`,
        '',
        'ユーザー設定の「試し送信」で送信したメールです。',
        'このメールが届いていれば、アラートなどのお知らせを送信できます。',
        ...(env.PUBLIC_URL === undefined ? [] : ['', `コンソール: ${env.PUBLIC_URL}/`]),
        '',
      ].join('\n'),
    })
  } catch (error) {
    if (env.SMTP_URL === undefined) throw error
    const reason = mailFailureText(error, env.SMTP_URL)
    log.warn({ reason }, 'failed to send a test mail')
    return { to, outcome: 'failed' as const, reason }
  }
  return { to, outcome: env.SMTP_URL === undefined ? ('stored' as const) : ('sent' as const) }
}
