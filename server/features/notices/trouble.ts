import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import { devices, deviceTroubles, mapPins, maps, meters, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { Notice, Subject } from './notice.ts'

/** An error or a low battery of a device. No notice is sent once the device is deleted. */
export const trouble: Subject = {
  async find(tx, { organizationId, id }, { now, showsEnd }) {
    const facts = await findFacts(tx, organizationId, id)
    if (facts === null || facts.deletedAt !== null || !isActive(facts, now)) return null
    return describeTrouble(showsEnd ? facts : { ...facts, endedAt: null })
  },
}

type TroubleFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, troubleId: number) {
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
  return row ?? null
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

function linesOf(trouble: TroubleFacts): Line[] {
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

const describeTrouble = (trouble: TroubleFacts): Notice => ({
  title: titleOf(trouble),
  statement: statementOf(trouble),
  facts: linesOf(trouble),
  links: [['端末', `/devices/${trouble.deviceId}`]],
})
