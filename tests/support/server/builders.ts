import { createECDH, randomUUID } from 'node:crypto'
import type { Database, Tx } from '../../../server/db/client.ts'
import {
  alertRules,
  alerts,
  apiKeys,
  closingCycleMeters,
  closingCycles,
  costBearers,
  devices,
  exportFormats,
  groups,
  imports,
  inspections,
  invitations,
  maintenances,
  mapAreas,
  mapPins,
  maps,
  meterReplacements,
  meters,
  pushSubscriptions,
  readings,
  recipientGroupMembers,
  recipientGroups,
  rounds,
  skips,
} from '../../../server/db/schema.ts'
import type { Deps } from '../../../server/deps.ts'
import { encryptSecret, makeAccessKey } from '../../../server/features/keys/secret.ts'
import {
  parsePicture,
  recordPicture,
  storePicture,
  type UploadedPicture,
} from '../../../server/features/pictures/index.ts'

type Given<Table extends { $inferInsert: object }> = Partial<Omit<Table['$inferInsert'], 'organizationId'>>

const one = <Row>(rows: Row[]): Row => {
  const [row] = rows
  if (row === undefined) throw new Error('nothing was inserted')
  return row
}

const added = <Row>(database: Database, insert: (tx: Tx) => Promise<Row[]>) =>
  database.asSystem(async (tx) => one(await insert(tx)))

export const addGroup = (database: Database, organizationId: number, given: Given<typeof groups> = {}) =>
  added(database, (tx) =>
    tx
      .insert(groups)
      .values({ name: '動力', ...given, organizationId })
      .returning(),
  )

/** Default: for an hour from now. */
export const addMaintenance = (
  database: Database,
  { id: groupId, organizationId }: Pick<typeof groups.$inferSelect, 'id' | 'organizationId'>,
  startedByUserId: number,
  now: Date,
  given: Given<typeof maintenances> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(maintenances)
      .values({
        groupId,
        startedByUserId,
        reason: '配管の交換',
        startedAt: now,
        setAt: now,
        endsAt: new Date(now.getTime() + 3_600_000),
        ...given,
        organizationId,
      })
      .returning(),
  )

export const addCostBearer = (
  database: Database,
  organizationId: number,
  given: Given<typeof costBearers> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(costBearers)
      .values({ name: `負担先 ${randomUUID()}`, ...given, organizationId })
      .returning(),
  )

/** Default: an alarm above 0.5 until 0.48, at the first reading. */
export const addAlertRule = (
  database: Database,
  meter: Pick<typeof meters.$inferSelect, 'id' | 'organizationId' | 'meterUnitId'>,
  given: Given<typeof alertRules> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(alertRules)
      .values({
        name: `ルール ${randomUUID()}`,
        meterId: meter.id,
        meterUnitId: meter.meterUnitId,
        condition: { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 },
        openAfter: 1,
        closeAfter: 1,
        includesUnsure: false,
        judgedFrom: new Date(0),
        ...given,
        organizationId: meter.organizationId,
      })
      .returning(),
  )

/** Of these users. */
export const addRecipientGroup = (
  database: Database,
  organizationId: number,
  userIds: readonly number[],
  given: Given<typeof recipientGroups> = {},
) =>
  added(database, async (tx) => {
    const groups = await tx
      .insert(recipientGroups)
      .values({ name: `通知先グループ ${randomUUID()}`, ...given, organizationId })
      .returning()
    const groupId = one(groups).id
    if (userIds.length > 0)
      await tx
        .insert(recipientGroupMembers)
        .values(userIds.map((userId) => ({ organizationId, groupId, userId })))
    return groups
  })

/** Default: closes these meters at the end of each month. */
export const addCycle = (
  database: Database,
  organizationId: number,
  meterIds: readonly number[],
  given: Given<typeof closingCycles> = {},
) =>
  added(database, async (tx) => {
    const cycles = await tx
      .insert(closingCycles)
      .values({
        name: `検針サイクル ${randomUUID()}`,
        closingDay: 31,
        closingHour: 24,
        deviceToleranceHours: 24,
        roundToleranceDays: 3,
        ...given,
        organizationId,
      })
      .returning()
    const cycleId = one(cycles).id
    if (meterIds.length > 0)
      await tx
        .insert(closingCycleMeters)
        .values(meterIds.map((meterId) => ({ meterId, organizationId, cycleId })))
    return cycles
  })

export const addExportFormat = (
  database: Database,
  organizationId: number,
  given: Given<typeof exportFormats> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(exportFormats)
      .values({
        name: `出力形式 ${randomUUID()}`,
        target: 'usages',
        encoding: 'utf-8',
        columns: ['name', 'usage'],
        replacements: [],
        ...given,
        organizationId,
      })
      .returning(),
  )

/** Default: a draft of one new meter. */
export const addImport = (
  database: Database,
  organizationId: number,
  userId: number,
  given: Given<typeof imports> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(imports)
      .values({
        noun: 'meters',
        file: Buffer.from('管理番号,メーター名,単位,メーター種別\r\n'),
        plan: { sheet: null, header: [1], columns: ['code', 'name'], kept: [], repairs: {}, edits: [] },
        ...given,
        userId,
        organizationId,
      })
      .returning(),
  )

export const addInspection = (
  database: Database,
  organizationId: number,
  given: Given<typeof inspections> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(inspections)
      .values({ name: '朝の巡回', ...given, organizationId })
      .returning(),
  )

/** Default: over, of one day, without meters. */
export const addRound = (
  database: Database,
  inspection: Pick<typeof inspections.$inferSelect, 'id' | 'organizationId'>,
  given: Partial<Omit<typeof rounds.$inferInsert, 'organizationId' | 'inspectionId'>> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(rounds)
      .values({
        beginsAt: new Date('2026-11-19T00:00+09:00'),
        endsAt: new Date('2026-11-20T00:00+09:00'),
        closedAt: new Date('2026-11-20T00:00+09:00'),
        ...given,
        inspectionId: inspection.id,
        organizationId: inspection.organizationId,
      })
      .returning(),
  )

export const addSkip = (
  database: Database,
  meter: { id: number; organizationId: number },
  userId: number,
  given: Partial<typeof skips.$inferInsert> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(skips)
      .values({
        organizationId: meter.organizationId,
        meterId: meter.id,
        reason: 'stopped',
        skippedAt: new Date(),
        toldAt: new Date(),
        clockOffsetMs: 0,
        userId,
        idempotencyKey: randomUUID(),
        fingerprint: '',
        ...given,
      })
      .returning(),
  )

export const addDevice = (database: Database, organizationId: number, given: Given<typeof devices> = {}) =>
  added(database, (tx) =>
    tx
      .insert(devices)
      .values({
        name: '点検スマホ',
        type: 5,
        status: 1,
        serialNumber: randomUUID(),
        ...given,
        organizationId,
      })
      .returning(),
  )

export const addMapArea = (database: Database, organizationId: number, given: Given<typeof mapAreas> = {}) =>
  added(database, (tx) =>
    tx
      .insert(mapAreas)
      .values({ name: '第一工場', ...given, organizationId })
      .returning(),
  )

/** Its picture must be recorded. */
export const addMap = (
  database: Database,
  organizationId: number,
  given: Given<typeof maps> & { pictureSha256: string },
) =>
  added(database, (tx) =>
    tx
      .insert(maps)
      .values({ name: '1階 機械室', ...given, organizationId })
      .returning(),
  )

export const addMapPin = (
  database: Database,
  organizationId: number,
  given: Given<typeof mapPins> & { mapId: number },
) =>
  added(database, (tx) =>
    tx
      .insert(mapPins)
      .values({ name: 'ポンプ室', type: 0, xratio: 0.5, yratio: 0.5, ...given, organizationId })
      .returning(),
  )

/** Default: a round pressure gauge with reading settings, abnormal from 0.8 up. Other categories have none by default. */
export const addMeter = (database: Database, organizationId: number, given: Given<typeof meters> = {}) =>
  added(database, (tx) =>
    tx
      .insert(meters)
      .values({
        name: 'No.1 冷却水圧力',
        meterUnitId: 1,
        meterCategoryId: 1,
        startValue: 0,
        endValue: 1,
        emergencyStartValue: 0.8,
        emergencyEndValue: 1,
        settings: given.meterCategoryId === undefined ? '225:0,135:1' : null,
        ...given,
        organizationId,
      })
      .returning(),
  )

/** Default: a value that a person entered. */
export const addReading = (
  database: Database,
  meter: Pick<typeof meters.$inferSelect, 'id' | 'organizationId'>,
  given: Partial<Omit<typeof readings.$inferInsert, 'organizationId' | 'meterId'>> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(readings)
      .values({
        value: 0.5,
        valueSource: 'entered',
        source: 'entry',
        isAbnormal: false,
        createdAt: new Date(),
        ...given,
        meterId: meter.id,
        organizationId: meter.organizationId,
      })
      .returning(),
  )

/** A picture of an organization, stored and recorded. */
export async function addPicture(
  { database, storage }: Pick<Deps, 'database' | 'storage'>,
  organizationId: number,
  bytes: Uint8Array,
): Promise<UploadedPicture> {
  const picture = await parsePicture(bytes, 'picture')
  await storePicture(storage, organizationId, picture)
  await database.asSystem((tx) => recordPicture(tx, organizationId, picture))
  return picture
}

/** Default: a new counter from 0 on; of the old one nobody read the end. */
export const addReplacement = (
  database: Database,
  meter: Pick<typeof meters.$inferSelect, 'id' | 'organizationId'>,
  userId: number,
  given: Partial<typeof meterReplacements.$inferInsert> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(meterReplacements)
      .values({
        at: new Date(),
        newStartValue: 0,
        note: '',
        idempotencyKey: randomUUID(),
        fingerprint: 'f',
        ...given,
        userId,
        meterId: meter.id,
        organizationId: meter.organizationId,
      })
      .returning(),
  )

/** Default: occurring with this one reading. */
export const addAlert = (
  database: Database,
  reading: Pick<typeof readings.$inferSelect, 'id' | 'organizationId' | 'meterId' | 'createdAt'>,
  given: Partial<typeof alerts.$inferInsert> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(alerts)
      .values({
        isAlert: true,
        isAlerted: true,
        createdAt: reading.createdAt,
        firstReadingId: reading.id,
        latestAt: reading.createdAt,
        readingId: reading.id,
        updatedAt: reading.createdAt,
        ...given,
        meterId: reading.meterId,
        organizationId: reading.organizationId,
      })
      .returning(),
  )

/** The public key of a browser: a point on P-256. */
export const browserKey = createECDH('prime256v1').generateKeys('base64url')

/** A browser of a signed-in user. The keys have the right length only. */
export const addSubscription = (
  database: Database,
  user: { id: number; organizationId: number; sessionId: number },
  given: Partial<typeof pushSubscriptions.$inferInsert> = {},
) =>
  added(database, (tx) =>
    tx
      .insert(pushSubscriptions)
      .values({
        organizationId: user.organizationId,
        userId: user.id,
        sessionId: user.sessionId,
        endpoint: `https://push.example.com/${randomUUID()}`,
        p256dh: browserKey,
        auth: 'A'.repeat(22),
        ...given,
      })
      .returning(),
  )

/** Default: of type Common, for a year. */
export const addKey = (
  { database, secrets, clock }: Pick<Deps, 'database' | 'secrets' | 'clock'>,
  organizationId: number,
  userId: number | null,
  given: Given<typeof apiKeys> = {},
) => {
  const accessKey = makeAccessKey()
  return added(database, (tx) =>
    tx
      .insert(apiKeys)
      .values({
        name: 'キー',
        type: 0,
        expireAt: new Date(clock().getTime() + 365 * 86_400_000),
        accessKey,
        secretKey: encryptSecret(secrets.apiKeyKey, accessKey, 'secret'),
        ...given,
        userId,
        organizationId,
      })
      .returning(),
  )
}

/** For a new user; its link is not known. */
export const addInvitation = async (
  database: Database,
  invitedBy: { id: number; organizationId: number },
): Promise<number> => {
  const username = `user-${randomUUID()}`
  const row = await added(database, (tx) =>
    tx
      .insert(invitations)
      .values({
        organizationId: invitedBy.organizationId,
        invitedByUserId: invitedBy.id,
        email: `${username}@example.com`,
        username,
        role: 0,
        tokenHash: randomUUID(),
        expiresAt: new Date('2100-01-01'),
      })
      .returning({ id: invitations.id }),
  )
  return row.id
}
