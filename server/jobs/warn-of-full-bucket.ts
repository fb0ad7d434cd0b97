import { join } from 'node:path'
import { and, isNull, lte, sql } from 'drizzle-orm'
import { bucketRefusals } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { findSystemAdmins } from '../features/users/index.ts'
import type { Mail } from '../mail/mailer.ts'
import { noticeMail } from '../mail/notice.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'env'>

/** Milliseconds without a refusal after which the bucket may count as recovered. */
const quietTime = 60 * 60_000

/**
 * Each minute: mails the system administrators that the bucket, or the quota of the picture folder, refuses pictures for
 * lack of space. Sent once until a
 * picture has been stored again and nothing was refused for an hour, because a nearly full bucket still accepts small
 * pictures.
 */
export async function warnOfFullBucket({ database, jobs, clock, env }: Parts): Promise<void> {
  const now = clock()
  await database.asSystem(async (systemTx) => {
    await systemTx
      .delete(bucketRefusals)
      .where(
        and(
          lte(bucketRefusals.at, new Date(now.getTime() - quietTime)),
          sql`exists (select from pictures where created_at > ${bucketRefusals.at})`,
        ),
      )
    const [refusal] = await systemTx
      .update(bucketRefusals)
      .set({ announcedAt: now })
      .where(isNull(bucketRefusals.announcedAt))
      .returning()
    if (refusal === undefined) return
    for (const admin of await findSystemAdmins(systemTx, now))
      await jobs.enqueue(systemTx, 'send-mail', [bucketMail(refusal, admin, env)])
  })
}

/** Where pictures are stored, in words. */
const placeOf = ({ S3_BUCKET: bucket, DATA_DIR: folder }: Parts['env']) =>
  bucket === undefined
    ? {
        title: '写真の保存先',
        place: 'フォルダー',
        name: join(folder, 'pictures'),
        raise: 'フォルダーのクォータを上げる',
      }
    : {
        title: '写真の保存先（S3）',
        place: 'S3のバケット',
        name: bucket,
        raise: 'バケットの容量の上限を上げる',
      }

function bucketMail(
  { reason }: { reason: string },
  recipient: { username: string; email: string },
  env: Parts['env'],
): Mail {
  const { title, place, name, raise } = placeOf(env)
  return noticeMail(
    {
      subject: `【検針】容量の上限により写真を受け付けていません: ${title}`,
      statement: `写真の保存先（${place}）が容量の上限に達しました。新しい写真を受け付けていません。`,
      facts: [
        [place, name],
        ['保存先の応答', reason],
        ['写真', '受け付けません。スマートフォンの写真は端末に残り、空きができると自動的に送信されます'],
        ['値', '受け付けます'],
        ['対応', `${raise}、組織の画像保存期間を短くするなどして、空きを作ってください`],
      ],
      links: [['組織の一覧', '/organizations']],
    },
    recipient,
    { publicUrl: env.PUBLIC_URL, instead: false },
  )
}
