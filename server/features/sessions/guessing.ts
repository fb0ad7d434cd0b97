import type { Deps } from '../../deps.ts'
import type { GuessingJob } from '../../queue/job-types.ts'
import { findUser } from './repository.ts'

/**
 * Enqueues a mail that somebody tries passwords of this user, at most once a day. Not awaited, so that the time of the
 * answer does not reveal that the account exists. A failure is logged.
 */
export function warnOfGuessing(
  { database, jobs, log }: Pick<Deps, 'database' | 'jobs' | 'log'>,
  userId: number,
  now: Date,
): void {
  const day = now.toISOString().slice(0, 10)
  database
    .asSystem((tx) => jobs.enqueue(tx, 'guessing-mail', [{ userId, day }]))
    .catch((error: unknown) => log.error({ err: error, userId }, 'failed to enqueue a warning of guessing'))
}

export async function sendGuessingMail(
  { database, mail, env }: Pick<Deps, 'database' | 'mail' | 'env'>,
  { userId }: GuessingJob,
): Promise<void> {
  const user = await database.asSystem((tx) => findUser(tx, userId), 'read only')
  if (user === null) return
  await mail.send({
    to: user.email,
    subject: '【検針】ログインの失敗が続いています',
    text: [
      `${user.username} 様`,
      '',
      'あなたのアカウントで、1時間に50回以上、誤ったパスワードによるログインがありました。',
      '第三者がパスワードを推測している可能性があります。',
      '',
      'ログインは停止されていません。これまでに利用した端末やネットワークからは、今までどおりログインできます。',
      'はじめての端末でログインできないときは、ログイン画面の「パスワードを忘れた場合」から再設定してください。',
      'ほかのサービスと同じパスワードや、推測されやすいパスワードを使っている場合は、変更してください。',
      ...(env.PUBLIC_URL === undefined ? [] : ['', `ログイン画面: ${env.PUBLIC_URL}/login`]),
      '',
      'このお知らせは1日に1回までお送りします。',
      '',
    ].join('\n'),
  })
}
