import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { keyType, type Role } from '../../../contract/access.ts'
import { pictureUrlSigner } from '../../../server/api/picture-url.ts'
import { deviceNumbers, pictures } from '../../../server/db/schema.ts'
import { addRefreshToken } from '../../../server/features/sessions/repository.ts'
import { makeRefreshToken } from '../../../server/features/sessions/tokens.ts'
import { buildOutsider, buildUser, type SignedInUser } from './accounts.ts'
import type { TestApp, TestOrganization } from './app.ts'
import {
  addAlert,
  addAlertRule,
  addCostBearer,
  addCycle,
  addDevice,
  addExportFormat,
  addGroup,
  addImport,
  addInspection,
  addInvitation,
  addKey,
  addMaintenance,
  addMap,
  addMapArea,
  addMapPin,
  addMeter,
  addReading,
  addRecipientGroup,
  addReplacement,
  addRound,
  addSkip,
  addSubscription,
} from './builders.ts'

/** A row of everything that calls name, new in an organization, with a new user. */
export interface Subjects {
  organization: TestOrganization
  user: SignedInUser
  /** Belongs to no organization. */
  outsider: Pick<SignedInUser, 'id' | 'email' | 'username'>
  /** To a new user. */
  invitationId: number
  refreshToken: string
  meterId: number
  /** The meter's name: its appearance in a response reveals access. */
  meterName: string
  readingId: number
  /** Of an unconfirmed time. */
  deviceReadingId: number
  /** Deleted by the user. */
  deletedReadingId: number
  groupId: number
  inspectionId: number
  costBearerId: number
  /** In the cycle; nobody has read it. */
  counterId: number
  cycleId: number
  exportFormatId: number
  /** A draft, of meters. */
  importId: number
  /** Over. */
  roundId: number
  skipKey: string
  /** A camera’s. */
  deviceId: number
  routerId: number
  mapAreaId: number
  mapId: number
  mapPinId: number
  alertId: number
  alertRuleId: number
  recipientGroupId: number
  keyId: number
  replacementId: number
  subscriptionId: number
  captureKey: string
  sha256: string
  /** Signed for this organization. */
  signature: string
}

/** A decodable photograph. */
export const photograph: Uint8Array = await sharp({
  create: { width: 64, height: 48, channels: 3, background: '#808080' },
})
  .jpeg()
  .toBuffer()
export const photographSha256 = createHash('sha256').update(photograph).digest('hex')

export async function seedSubjects(
  { deps, signIn }: TestApp,
  organization: TestOrganization,
  role: Role,
): Promise<Subjects> {
  const { database, storage, secrets } = deps
  const user = await signIn(await buildUser(database, organization, { role }))
  const { token, hash } = makeRefreshToken()
  const now = deps.clock()
  const meterName = `メーター ${randomUUID()}`
  const captureKey = randomUUID()
  await storage.put(
    { organizationId: organization.id, sha256: photographSha256, variant: 'original' },
    photograph,
  )
  await database.asSystem(async (tx) => {
    await addRefreshToken(tx, user.sessionId, hash, now, new Date(now.getTime() + 3_600_000))
    await tx
      .insert(pictures)
      .values({
        organizationId: organization.id,
        sha256: photographSha256,
        mediaType: 'image/jpeg',
        length: photograph.length,
        width: 64,
        height: 48,
      })
      .onConflictDoNothing()
  })
  const meter = await addMeter(database, organization.id, { name: meterName })
  const reading = await addReading(database, meter, {
    idempotencyKey: captureKey,
    pictureSha256: photographSha256,
  })
  const deletedReading = await addReading(database, meter, {
    deletedAt: new Date(),
    deletedByUserId: user.id,
  })
  const deviceReading = await addReading(database, meter, {
    source: 'camera',
    valueSource: 'reader',
    timeMark: 'unconfirmed',
    createdAt: new Date(now.getTime() - 86_400_000),
  })
  const group = await addGroup(database, organization.id)
  await addMaintenance(database, group, user.id, now)
  const inspection = await addInspection(database, organization.id)
  const costBearer = await addCostBearer(database, organization.id)
  const counter = await addMeter(database, organization.id, { meterCategoryId: 4 })
  const cycle = await addCycle(database, organization.id, [counter.id])
  const exportFormat = await addExportFormat(database, organization.id)
  const draft = await addImport(database, organization.id, user.id)
  const round = await addRound(database, inspection)
  const skipKey = randomUUID()
  await addSkip(database, meter, user.id, { idempotencyKey: skipKey })
  const device = await addDevice(database, organization.id, {
    type: 2,
    intervalCrons: '0 15 * * *',
    accessHash: randomUUID(),
  })
  await database.asSystem((tx) =>
    tx.insert(deviceNumbers).values({
      organizationId: organization.id,
      deviceId: device.id,
      name: 'main',
      value: '1',
      seenAt: now,
    }),
  )
  const router = await addDevice(database, organization.id, { type: 1 })
  const area = await addMapArea(database, organization.id)
  const map = await addMap(database, organization.id, { pictureSha256: photographSha256, mapAreaId: area.id })
  const pin = await addMapPin(database, organization.id, { mapId: map.id })
  const alert = await addAlert(database, reading)
  const alertRule = await addAlertRule(database, meter)
  const recipientGroup = await addRecipientGroup(database, organization.id, [user.id])
  const key = await addKey(deps, organization.id, user.id)
  await addKey(deps, organization.id, null, { type: keyType.device, deviceId: device.id })
  const replacement = await addReplacement(database, meter, user.id, { at: new Date(0) })
  const subscription = await addSubscription(database, user)
  const address = pictureUrlSigner(secrets.pictureKey, organization.id, 'Asia/Tokyo', now)
  return {
    organization,
    user,
    outsider: await buildOutsider(database),
    invitationId: await addInvitation(database, user),
    refreshToken: token,
    meterId: meter.id,
    meterName,
    readingId: reading.id,
    deviceReadingId: deviceReading.id,
    deletedReadingId: deletedReading.id,
    groupId: group.id,
    inspectionId: inspection.id,
    costBearerId: costBearer.id,
    counterId: counter.id,
    cycleId: cycle.id,
    exportFormatId: exportFormat.id,
    importId: draft.id,
    roundId: round.id,
    skipKey,
    deviceId: device.id,
    routerId: router.id,
    mapAreaId: area.id,
    mapId: map.id,
    mapPinId: pin.id,
    alertId: alert.id,
    alertRuleId: alertRule.id,
    recipientGroupId: recipientGroup.id,
    keyId: key.id,
    replacementId: replacement.id,
    subscriptionId: subscription.id,
    captureKey,
    sha256: photographSha256,
    signature: address(photographSha256, 'original').split('?')[1] ?? '',
  }
}
