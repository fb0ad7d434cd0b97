import { sql } from 'drizzle-orm'
import { isActive } from '../../db/organization-lookup.ts'
import { devices, mapPins, maps, meters, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'

/** What notices about a device select of it, of its place and of its organization. */
export const deviceColumns = {
  deviceId: devices.id,
  deviceName: devices.name,
  batteryPer: devices.batteryPer,
  deletedAt: devices.deletedAt,
  mapName: maps.name,
  pinName: mapPins.name,
  meterNames: sql<string[]>`coalesce((select json_agg(${meters.name} order by ${meters.name}, ${meters.id})
    from ${meters} where ${meters.organizationId} = ${devices.organizationId}
      and ${meters.deviceId} = ${devices.id}), '[]')`,
  timeZone: organizations.timeZone,
  status: organizations.status,
  expireAt: organizations.expireAt,
}

/** Whether the device is not deleted and its organization is active. */
export const isInUse = (
  { deletedAt, ...organization }: { deletedAt: Date | null; status: number; expireAt: Date | null },
  now: Date,
): boolean => deletedAt === null && isActive(organization, now)

interface Place {
  mapName: string | null
  pinName: string | null
  meterNames: string[]
}

export const deviceLines = ({ mapName, pinName, meterNames }: Place): Line[] => [
  ['設置場所', mapName === null ? 'マップ未登録' : `${mapName} ${pinName}`],
  ['測定しているメーター', meterNames.length === 0 ? 'なし' : meterNames.join('、')],
]

/** 3日4時間, 2時間5分, 6時間, 0分. */
export function durationText(from: Date, to: Date): string {
  const total = Math.floor((to.getTime() - from.getTime()) / 60_000)
  const [days, hours, minutes] = [Math.floor(total / 1440), Math.floor(total / 60) % 24, total % 60]
  const hasMinutes = days === 0 && (minutes > 0 || hours === 0)
  return [days > 0 && `${days}日`, hours > 0 && `${hours}時間`, hasMinutes && `${minutes}分`]
    .filter(Boolean)
    .join('')
}
