import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { devices, deviceTroubles, mapPins, maps, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { deviceColumns, deviceLines, durationText, isInUse } from './device-facts.ts'
import type { Notice, Subject } from './notice.ts'

/** An error or a low battery of a device. No notice is sent once the device is deleted. */
export const trouble: Subject = {
  async find(tx, { organizationId, id }, { now, showsEnd }) {
    const facts = await findFacts(tx, organizationId, id)
    if (facts === null || !isInUse(facts, now)) return null
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
      ...deviceColumns,
    })
    .from(deviceTroubles)
    .innerJoin(devices, eq(devices.id, deviceTroubles.deviceId))
    .leftJoin(mapPins, eq(mapPins.id, devices.mapPinId))
    .leftJoin(maps, eq(maps.id, mapPins.mapId))
    .innerJoin(organizations, eq(organizations.id, deviceTroubles.organizationId))
    .where(and(eq(deviceTroubles.organizationId, organizationId), eq(deviceTroubles.id, troubleId)))
  return row ?? null
}

const spanOf = ({ timeZone, since, endedAt }: TroubleFacts) =>
  `${formatLocalTime(timeZone, since)} から${endedAt === null ? '' : `、回復 ${formatLocalTime(timeZone, endedAt)}`}`

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
  const { kind, message, since, endedAt, batteryPer, timeZone } = trouble
  return [
    kind === 'error' ? ['エラー内容', message ?? ''] : ['電池残量', `${batteryPer}%`],
    ['発生日時', formatLocalTime(timeZone, since)],
    ...(endedAt === null
      ? []
      : ([
          ['回復日時', formatLocalTime(timeZone, endedAt)],
          ['続いた時間', durationText(since, endedAt)],
        ] satisfies Line[])),
    ...deviceLines(trouble),
  ]
}

const describeTrouble = (trouble: TroubleFacts): Notice => ({
  title: titleOf(trouble),
  statement: statementOf(trouble),
  facts: linesOf(trouble),
  digest: { text: spanOf(trouble), isOver: trouble.endedAt !== null },
  links: [['端末', `/devices/${trouble.deviceId}`]],
})
