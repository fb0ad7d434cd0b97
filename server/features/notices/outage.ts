import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OutageCause } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { deviceOutages, devices, mapPins, maps, organizations } from '../../db/schema.ts'
import type { Line } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import { deviceColumns, deviceLines, durationText, isInUse } from './device-facts.ts'
import type { Notice, Subject } from './notice.ts'

/** No notice is sent once the device is deleted. */
export const outage: Subject = {
  async find(tx, { organizationId, id }, { now, showsEnd }) {
    const facts = await findFacts(tx, organizationId, id)
    if (facts === null || !isInUse(facts, now)) return null
    return describeOutage(showsEnd ? facts : { ...facts, endedAt: null, missing: null })
  },
}

export type OutageFacts = NonNullable<Awaited<ReturnType<typeof findFacts>>>

async function findFacts(tx: Tx, organizationId: number, outageId: number) {
  const parents = alias(devices, 'parents')
  const [row] = await tx
    .select({
      since: deviceOutages.since,
      cause: deviceOutages.cause,
      endedAt: deviceOutages.endedAt,
      missing: deviceOutages.missing,
      ...deviceColumns,
      lastDbmRecorded: devices.lastDbmRecorded,
      lastCommunicatedAt: devices.lastCommunicatedAt,
      parentName: parents.name,
    })
    .from(deviceOutages)
    .innerJoin(devices, eq(devices.id, deviceOutages.deviceId))
    .leftJoin(parents, eq(parents.id, devices.parentDeviceId))
    .leftJoin(mapPins, eq(mapPins.id, devices.mapPinId))
    .leftJoin(maps, eq(maps.id, mapPins.mapId))
    .innerJoin(organizations, eq(organizations.id, deviceOutages.organizationId))
    .where(and(eq(deviceOutages.organizationId, organizationId), eq(deviceOutages.id, outageId)))
  return row ?? null
}

const causeTexts: Record<OutageCause, (outage: OutageFacts) => string> = {
  never_started: () => '設置後、一度も起動していません',
  battery: ({ batteryPer }) => `電池切れ（最後の報告では残量${batteryPer}%）`,
  signal: ({ lastDbmRecorded }) => `電波が弱い（最後の報告では${lastDbmRecorded}dBm）`,
  router: ({ parentName }) =>
    `ルーターまたは中継器の停止（${parentName === null ? '' : `「${parentName}」につながる`}複数の端末が同時に途絶えました）`,
  unknown: () => '不明',
}

function linesOf(outage: OutageFacts): Line[] {
  const { timeZone, since, lastCommunicatedAt, endedAt, missing } = outage
  const local = (at: Date) => formatLocalTime(timeZone, at)
  return [
    ['届いていない最初の予定', local(since)],
    ['最後の通信', lastCommunicatedAt === null ? 'なし' : local(lastCommunicatedAt)],
    ['考えられる原因', causeTexts[outage.cause](outage)],
    ...deviceLines(outage),
    ...(endedAt === null
      ? []
      : ([
          ['再開日時', local(endedAt)],
          ['途絶えていた時間', durationText(since, endedAt)],
          ['届いていない測定', `${missing ?? 0}件`],
        ] satisfies Line[])),
  ]
}

const statementOf = ({ deviceName, endedAt }: OutageFacts) =>
  endedAt === null
    ? `「${deviceName}」からの報告が届いていません。`
    : `「${deviceName}」からの報告が届いていませんでした。現在は再開しています。`

const spanOf = ({ timeZone, since, endedAt }: OutageFacts) =>
  `${formatLocalTime(timeZone, since)} から${endedAt === null ? '' : `、再開 ${formatLocalTime(timeZone, endedAt)}`}`

const titleOf = ({ deviceName, endedAt }: OutageFacts) =>
  `通信エラー${endedAt === null ? '' : '（再開）'}: ${deviceName}`

export const describeOutage = (outage: OutageFacts): Notice => ({
  title: titleOf(outage),
  statement: statementOf(outage),
  facts: linesOf(outage),
  digest: { text: spanOf(outage), isOver: outage.endedAt !== null },
  links: [['端末', `/devices/${outage.deviceId}`]],
})
