import type { Mail } from '../../mail/mailer.ts'
import { noticeMail } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'

interface ExpiringKey {
  name: string
  expireAt: Date
  /** Null: the key speaks for all devices of the organization. */
  device: { id: number; name: string } | null
  timeZone: string
}

const day = 86_400_000

export function expiryMail(
  { name, expireAt, device, timeZone }: ExpiringKey,
  recipient: { username: string; email: string },
  { now, publicUrl }: { now: Date; publicUrl: string | undefined },
): Mail {
  const days = Math.floor((expireAt.getTime() - now.getTime()) / day)
  return noticeMail(
    {
      subject: `【検針】端末のキーの有効期限が近づいています: ${device?.name ?? name}`,
      statement:
        device === null
          ? `すべての端末用のキー「${name}」の有効期限が近づいています。期限を過ぎると、このキーを設定した端末は送信できません。`
          : `「${device.name}」のキーの有効期限が近づいています。期限を過ぎると、この端末は送信できません。`,
      facts: [
        ['有効期限', `${formatLocalTime(timeZone, expireAt)}（${days === 0 ? '1日以内' : `あと${days}日`}）`],
        [
          '対応',
          device === null
            ? '「API管理」で有効期限を延ばしてください'
            : '端末詳細の「接続」でキーを更新し、新しいキーを端末に設定してください',
        ],
      ],
      links: device === null ? [['API管理', '/apis']] : [['端末', `/devices/${device.id}`]],
    },
    recipient,
    { publicUrl, instead: false },
  )
}
