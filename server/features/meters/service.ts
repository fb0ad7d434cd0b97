import { clearsSettings } from '../../../contract/categories.ts'
import type { MeterCreate, MeterUpdate } from '../../../contract/meters.ts'
import { valueModeOf } from '../../../contract/values/deviceValues.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterRecord } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { parseBase64Picture, recordPicture, storePicture } from '../pictures/index.ts'
import { isReadable, readWaiting, rejudge, stopWaiting } from '../readings/index.ts'
import { assertLinkedRows, categoryTypeOf } from './linked-rows.ts'
import { changedFields, recordMeterChange } from './record-meter-change.ts'
import { changeMeter, insertMeter, type MeterFields } from './repository.ts'
import { addNewestTerms } from './terms.ts'
import { type ValidatedFields, validateMeter } from './validate.ts'

/** Of a meter of which nothing is known yet. */
export const emptyFields: ValidatedFields = {
  startValue: null,
  endValue: null,
  emergencyStartValue: null,
  emergencyEndValue: null,
  digitNumber: null,
  decimalPoint: null,
  settings: null,
  area: null,
  pins: null,
}

const countingColumns = ['digitNumber', 'decimalPoint', 'multiplier'] as const

type Parts = Pick<Deps, 'jobs' | 'storage' | 'clock'>

export async function createMeter(deps: Parts, session: Session, tx: Tx, sent: MeterCreate): Promise<number> {
  const { organizationId } = session
  await assertLinkedRows(tx, organizationId, sent)
  const type = await categoryTypeOf(tx, sent.meter_category_id)
  const fields = {
    ...fieldsOf(sent),
    name: sent.name,
    meterUnitId: sent.meter_unit_id,
    meterCategoryId: sent.meter_category_id,
  }
  throwIssues(validateMeter({ ...emptyFields, ...fields }, type, fields))
  const picture = await savePicture(deps, tx, organizationId, sent.image_base64)
  const change = { ...fields, ...picture }
  const at = deps.clock()
  const meterId = await insertMeter(tx, organizationId, change, at)
  await recordMeterChange(tx, session, { meterId, before: null, change, at })
  return meterId
}

export async function updateMeter(
  deps: Parts,
  session: Session,
  tx: Tx,
  id: number,
  sent: MeterUpdate,
): Promise<void> {
  const { organizationId } = session
  const before = await lockMeter(tx, organizationId, id)
  if (before === undefined) throw new Failure('not_found')
  await assertLinkedRows(tx, organizationId, sent, before)

  const typeBefore = await categoryTypeOf(tx, before.meterCategoryId)
  const type = await categoryTypeOf(tx, sent.meter_category_id ?? before.meterCategoryId)
  const picture = await savePicture(deps, tx, organizationId, sent.image_base64)
  const change = changedFields(before, {
    ...(clearsSettings(typeBefore, type) || sent.settings === null ? { settings: null, pins: null } : {}),
    // Settings and area are positions in the replaced picture.
    ...(isOther(picture, before) ? { settings: null, area: null, pins: null } : {}),
    ...fieldsOf(sent),
    ...picture,
  })
  const after = { ...before, ...change }
  throwIssues(validateMeter(after, type, change))
  if (Object.keys(change).length === 0) return
  const at = deps.clock()
  const termsFrom =
    sent.terms_from !== undefined && countingColumns.some((column) => column in change)
      ? await addNewestTerms(session, tx, after, sent.terms_from, at)
      : undefined
  await changeMeter(tx, organizationId, id, change, at)
  await recordMeterChange(tx, session, { meterId: id, before, change, termsFrom, at })

  if (isReadable({ ...after, categoryType: type })) await readWaiting(deps, tx, after)
  else if (valueModeOf(after.valueMode, false) === 'device') await stopWaiting(deps, tx, after)
  if (
    after.emergencyStartValue !== before.emergencyStartValue ||
    after.emergencyEndValue !== before.emergencyEndValue
  ) {
    await rejudge(deps, tx, after)
  }
}

function fieldsOf(sent: MeterUpdate): Partial<MeterFields> {
  const fields = {
    name: sent.name,
    code: sent.code,
    placeNote: sent.place_note,
    deviceId: sent.device_id,
    analogSettings: sent.analog_settings,
    valueMode: sent.value_mode,
    cumulativeMode: sent.cumulative_mode,
    multiplier: sent.multiplier,
    meterUnitId: sent.meter_unit_id,
    meterCategoryId: sent.meter_category_id,
    meterGroupId: sent.meter_group_id,
    inspectionId: sent.inspection_id,
    costBearerId: sent.cost_bearer_id,
    customerNumber: sent.customer_number,
    parentMeterId: sent.parent_meter_id,
    verificationExpiresOn: sent.verification_expires_on,
    rounding: sent.rounding,
    startValue: sent.start_value,
    endValue: sent.end_value,
    emergencyStartValue: sent.emergency_start_value,
    emergencyEndValue: sent.emergency_end_value,
    useAiBoost: sent.use_ai_boost,
    digitNumber: sent.digit_number,
    decimalPoint: sent.decimal_point,
    readLineIndex: sent.read_line_index,
    settings: sent.settings,
    area: sent.area,
    pins: sent.pins,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

async function savePicture(
  deps: Parts,
  tx: Tx,
  organizationId: number,
  base64: string | null | undefined,
): Promise<Partial<Pick<MeterFields, 'pictureSha256'>>> {
  if (base64 === undefined) return {}
  if (base64 === null) return { pictureSha256: null }
  const picture = await parseBase64Picture(base64, 'image_base64')
  await recordPicture(tx, organizationId, picture)
  await storePicture(deps.storage, organizationId, picture)
  return { pictureSha256: picture.sha256 }
}

const isOther = (picture: Partial<Pick<MeterFields, 'pictureSha256'>>, before: MeterRecord) =>
  picture.pictureSha256 !== undefined && picture.pictureSha256 !== before.pictureSha256

function throwIssues(issues: ReturnType<typeof validateMeter>): void {
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
}
