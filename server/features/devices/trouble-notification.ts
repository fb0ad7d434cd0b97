import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { devices, deviceTroubles, mapPins, maps, meters, organizations } from '../../db/schema.ts'
import type { Mail } from '../../mail/mailer.ts'
import { type Line, noticeMail } from '../../mail/notice.ts'
import type { TroubleRef } from '../../queue/job-queue.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { isActive } from '../organizations/index.ts'

export type TroubleFacts = NonNullable<Awaited<ReturnType<typeof findTroubleFacts>>>

/** What a mail says of a trouble; null where its device is deleted or its organization inactive. */
export async function findTroubleFacts(tx: Tx, { organizationId, troubleId }: TroubleRef, now: Date) {
  const [row] = await tx
    .select({
      kind: deviceTroubles.kind,
      message: deviceTroubles.message,
      since: deviceTroubles.since,
      endedAt: deviceTroubles.endedAt,
      deviceId: devices.id,
      deviceName: devices.name,
      batteryPer: devices.batteryPer,
      deletedAt: devices.deletedAt,
      mapName: maps.name,
      pinName: mapPins.name,
      meterNames: sql<
        string[]
      >`coalesce((select json_agg(${meters.name} order by ${meters.name}, ${meters.id})
        from ${meters} where ${meters.organizationId} = ${devices.organizationId}
          and ${meters.deviceId} = ${devices.id}), '[]')`,
      timeZone: organizations.timeZone,
      status: organizations.status,
      expireAt: organizations.expireAt,
    })
    .from(deviceTroubles)
    .innerJoin(devices, eq(devices.id, deviceTroubles.deviceId))
    .leftJoin(mapPins, eq(mapPins.id, devices.mapPinId))
    .leftJoin(maps, eq(maps.id, mapPins.mapId))
    .innerJoin(organizations, eq(organizations.id, deviceTroubles.organizationId))
    .where(and(eq(deviceTroubles.organizationId, organizationId), eq(deviceTroubles.id, troubleId)))
  return row !== undefined && row.deletedAt === null && isActive(row, now) ? row : null
}

/** 3日4時間, 2時間5分, 6時間, 0分. */
export function durationText(from: Date, to: Date): string {
  const total = Math.floor((to.getTime() - from.getTime()) / 60_000)
  const [days, hours, minutes] = [Math.floor(total / 1440), Math.floor(total / 60) % 24, total % 60]
  const hasMinutes = days === 0 && (minutes > 0 || hours === 0)
  return [days > 0 && `${days}日`, hours > 0 && `${hours}時間`, hasMinutes && `${minutes}分`]
    .filter(Boolean)
    .join('')
}

/** Map and pin of a device. */
export const placeText = ({ mapName, pinName }: { mapName: string | null; pinName: string | null }) =>
  mapName === null ? 'マップ未登録' : `${mapName} ${pinName}`

const titleOf = ({ kind, deviceName, endedAt }: TroubleFacts) =>
  `${kind === 'error' ? '端末のエラー' : '電池残量の低下'}${endedAt === null ? '' : '（回復）'}: ${deviceName}`

function statementOf({ kind, deviceName, endedAt }: TroubleFacts): string {
  if (kind === 'error')
    return endedAt === null
      ? `「${deviceName}」がエラーを報告しました。`
      : `「${deviceName}」のエラーは回復しました。`
  return endedAt === null
    ? `「${deviceName}」の電池残量が少なくなっています。`
    : `「${deviceName}」の電池残量は回復しました。`
}

function factsOf(trouble: TroubleFacts): Line[] {
  const { kind, message, since, endedAt, batteryPer, meterNames, timeZone } = trouble
  return [
    kind === 'error' ? ['エラー内容', message ?? ''] : ['電池残量', `${batteryPer}%`],
    ['発生日時', formatLocalTime(timeZone, since)],
    ...(endedAt === null
      ? []
      : ([
          ['回復日時', formatLocalTime(timeZone, endedAt)],
          ['続いた時間', durationText(since, endedAt)],
        ] satisfies Line[])),
    ['設置場所', placeText(trouble)],
    ['測定しているメーター', meterNames.length === 0 ? 'なし' : meterNames.join('、')],
  ]
}

export const troubleMail = (
  trouble: TroubleFacts,
  recipient: { username: string; email: string },
  publicUrl: string | undefined,
): Mail =>
  noticeMail(
    {
      subject: `【検針】${titleOf(trouble)}`,
      statement: statementOf(trouble),
      facts: factsOf(trouble),
      links: [['端末', `/devices/${trouble.deviceId}`]],
    },
    recipient,
    { publicUrl, instead: false },
  )
