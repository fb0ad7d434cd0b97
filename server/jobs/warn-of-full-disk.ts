import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { diskWarnings } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { findSystemAdmins } from '../features/users/index.ts'
import type { Mail } from '../mail/mailer.ts'
import { type Line, noticeMail } from '../mail/notice.ts'
import {
  type DiskWarning,
  limitsOf,
  type Volume,
  type VolumeName,
  worstState,
} from '../storage/disk-space.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'disk' | 'clock' | 'env'>

/**
 * Each minute: mails the system administrators when less than a tenth of a file system is free, and when less than its
 * reserve is. Each warning is sent once until the file system has recovered from it, whatever the number of servers.
 */
export async function warnOfFullDisk({ database, jobs, disk, clock, env }: Parts): Promise<void> {
  const volumes = await disk.volumes()
  const now = clock()
  for (const device of new Set(volumes.map((volume) => volume.device))) {
    const shared = volumes.filter((volume) => volume.device === device)
    await database.asSystem(async (systemTx) => {
      const warning = await findNewWarning(systemTx, shared, now)
      if (warning === null) return
      for (const admin of await findSystemAdmins(systemTx, now))
        await jobs.enqueue(systemTx, 'send-mail', [diskMail(warning, shared, admin, env.PUBLIC_URL)])
    })
  }
}

/** A file system is free of a warning when it has this multiple of the limit, so that sizes around it send one mail. */
const recovery = 1.1

/** Stores which warnings apply to the volumes of one file system. Returns the worst one if it is new. */
async function findNewWarning(
  systemTx: Tx,
  volumes: readonly Volume[],
  now: Date,
): Promise<DiskWarning | null> {
  const current: { volume: VolumeName; state: DiskWarning; at: Date }[] = []
  for (const volume of volumes) {
    const recovered: DiskWarning[] = []
    for (const [state, limit] of limitsOf(volume)) {
      if (volume.free < limit) current.push({ volume: volume.name, state, at: now })
      else if (volume.free >= limit * recovery) recovered.push(state)
    }
    await systemTx
      .delete(diskWarnings)
      .where(and(eq(diskWarnings.volume, volume.name), inArray(diskWarnings.state, recovered)))
  }
  if (current.length === 0) return null
  // Of servers that insert at once, one gets the row.
  const added = await systemTx.insert(diskWarnings).values(current).onConflictDoNothing().returning()
  const worst = worstState(volumes.map((volume) => volume.state))
  return worst !== 'ok' && added.some(({ state }) => state === worst) ? worst : null
}

const volumeTexts: Record<VolumeName, string> = { database: 'データベース', pictures: '写真' }

/** Decimal units, as disks are sold. */
const sizeText = (bytes: number) =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : `${(bytes / 1e6).toFixed(bytes >= 1e8 || bytes === 0 ? 0 : 1)} MB`

export function diskMail(
  warning: DiskWarning,
  volumes: readonly Volume[],
  recipient: { username: string; email: string },
  publicUrl: string | undefined,
): Mail {
  const names = volumes.map(({ name }) => volumeTexts[name]).join('と')
  const { free = 0, size = 0, reserve = 0 } = volumes[0] ?? {}
  const isFull = warning === 'full'
  const effects: Line[] = isFull
    ? [
        ['写真', '受け付けません。スマートフォンの写真は端末に残り、空きができると自動的に送信されます'],
        ['値', '受け付けます'],
      ]
    : [['写真と値', `受け付けます。空きが${sizeText(reserve)}を下回ると、写真を受け付けなくなります`]]
  return noticeMail(
    {
      subject: isFull
        ? `【検針】空き容量の不足により写真を受け付けていません: ${names}の保存先`
        : `【検針】空き容量が少なくなっています: ${names}の保存先`,
      statement: isFull
        ? `サーバーの${names}の保存先の空き容量が、確保しておく容量（${sizeText(reserve)}）を下回りました。新しい写真を受け付けていません。`
        : `サーバーの${names}の保存先の空き容量が、10%を下回りました。`,
      facts: [
        ['空き容量', `${sizeText(free)}（全体${sizeText(size)}の${Math.floor((free / size) * 100)}%）`],
        ...effects,
        [
          '対応',
          'ディスクを増やす、古いバックアップを別のディスクに移す、組織の画像保存期間を短くするなどして、空きを作ってください',
        ],
      ],
      links: [['組織の一覧', '/organizations']],
    },
    recipient,
    { publicUrl, instead: false },
  )
}
