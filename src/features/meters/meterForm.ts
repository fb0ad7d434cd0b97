import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import {
  type Meter,
  type MeterCreate,
  type MeterUpdate,
  maxMultiplier,
  maxReadLine,
  type Pins,
} from '../../../contract/meters.ts'
import type { Rounding } from '../../../contract/usage/rounding.ts'
import type { CumulativeMode } from '../../../contract/values/cumulative.ts'
import type { ValueMode } from '../../../contract/values/deviceValues.ts'
import { invertedRangeText, isInverted } from '../../../contract/values/ranges.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { textLimit } from '../../../text/limits.ts'
import { plainText } from '../../../text/plainText.ts'
import { analogText, parseAnalog } from '../../lib/meters/analogSettings.ts'
import { type Bounds, boundsOf, numbersOf } from '../../shared/ranges/bounds.ts'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import { typedDay, typedDayError } from './management/typedDay.ts'
import { kindOf, type MeterDeviceKind, meterDeviceKind } from './meterDeviceKinds.ts'

/** Chosen, not yet uploaded. */
interface ChosenPicture {
  blob: Blob
  /** `blob:` URL of the preview. */
  url: string
}

export interface MeterValues {
  name: string
  code: string
  placeNote: string
  kind: MeterDeviceKind
  deviceId: number | null
  channel: string | null
  analogMin: string
  analogMax: string
  unitId: number | null
  categoryId: number | null
  groupId: number | null
  inspectionId: number | null
  costBearerId: number | null
  customerNumber: string
  parentMeterId: number | null
  /** As typed. */
  verificationExpiresOn: string
  rounding: Rounding
  range: Bounds
  emergency: Bounds
  valueMode: ValueMode | null
  useAiBoost: boolean
  digitNumber: number | null
  decimalPoint: number | null
  cumulativeMode: CumulativeMode
  multiplier: string
  /** From when on multiplier and digits apply that are changed; see `TermsChange`. */
  termsSince: 'today' | 'newest' | 'date'
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  termsDate: string | null
  readLineIndex: string
  /** Null: the meter’s own, if any. */
  picture: ChosenPicture | null
  settings: string | null
  pins: Pins | null
  area: string | null
}

export const blankValues: MeterValues = {
  name: '',
  code: '',
  placeNote: '',
  kind: meterDeviceKind.unregistered,
  deviceId: null,
  channel: null,
  analogMin: '',
  analogMax: '',
  unitId: null,
  categoryId: null,
  groupId: null,
  inspectionId: null,
  costBearerId: null,
  customerNumber: '',
  parentMeterId: null,
  verificationExpiresOn: '',
  rounding: 'none',
  range: { on: false, start: '', end: '' },
  emergency: { on: false, start: '', end: '' },
  valueMode: null,
  useAiBoost: false,
  digitNumber: null,
  decimalPoint: null,
  cumulativeMode: 'auto',
  multiplier: '1',
  termsSince: 'today',
  termsDate: null,
  readLineIndex: '',
  picture: null,
  settings: null,
  pins: null,
  area: null,
}

const written = (value: number | null) => (value === null ? '' : formatForInput(value, null))

export function valuesOf(meter: Meter): MeterValues {
  const analog = parseAnalog(meter.analog_settings)
  return {
    name: meter.name,
    code: meter.code ?? '',
    placeNote: meter.place_note,
    kind: kindOf(meter.device),
    deviceId: meter.device?.id ?? null,
    channel: analog?.channel ?? null,
    analogMin: written(analog?.min ?? null),
    analogMax: written(analog?.max ?? null),
    unitId: meter.meter_unit_id,
    categoryId: meter.meter_category_id,
    groupId: meter.meter_group_id,
    inspectionId: meter.inspection_id,
    costBearerId: meter.cost_bearer_id,
    customerNumber: meter.customer_number,
    parentMeterId: meter.parent_meter_id,
    verificationExpiresOn: meter.verification_expires_on ?? '',
    rounding: meter.rounding,
    range: boundsOf(meter.start_value, meter.end_value),
    emergency: boundsOf(meter.emergency_start_value, meter.emergency_end_value),
    valueMode: meter.value_mode,
    useAiBoost: meter.use_ai_boost,
    digitNumber: meter.digit_number,
    decimalPoint: meter.decimal_point,
    cumulativeMode: meter.cumulative_mode,
    multiplier: written(meter.multiplier),
    termsSince: 'today',
    termsDate: null,
    readLineIndex: written(meter.read_line_index),
    picture: null,
    settings: meter.settings,
    pins: meter.pins,
    area: meter.area,
  }
}

/** What belongs to one meter only, and a device that can read no other one. */
const notCopied = (kind: MeterDeviceKind) =>
  ({
    code: '',
    customerNumber: '',
    picture: null,
    settings: null,
    pins: null,
    area: null,
    ...(kind !== meterDeviceKind.mobile && {
      kind: meterDeviceKind.unregistered,
      deviceId: null,
      channel: null,
      analogMin: '',
      analogMax: '',
    }),
  }) satisfies Partial<MeterValues>

/** Returns the values of another meter like this one, with a proposal for its name. */
export const copyOf = (values: MeterValues, takenNames: ReadonlySet<string>): MeterValues => ({
  ...values,
  ...notCopied(values.kind),
  name: nextName(values.name, takenNames),
})

const lastNumber = /[0-9０-９]+(?=[^0-9０-９]*$)/

/** Returns the name with its last number counted up to one that is not taken, or the same name if it has no number. */
function nextName(name: string, taken: ReadonlySet<string>): string {
  const digits = lastNumber.exec(name)?.[0]
  if (digits === undefined) return name
  const narrow = plainText(digits)
  for (let number = BigInt(narrow) + 1n; ; number++) {
    const text = String(number).padStart(narrow.length, '0')
    const next = name.replace(lastNumber, narrow === digits ? text : wide(text))
    if (!taken.has(next)) return next
  }
}

const wide = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))

const typedNumber = (missing: string) =>
  z.string().check(
    z.refine((text) => text.trim() !== '', { error: missing, abort: true }),
    z.refine(isNumber, {
      error: '数値を入力してください',
    }),
  )

function isNumber(text: string): boolean {
  return typeof parseNumberValue(text) === 'number'
}

/** Switched off, bounds are not sent and not validated. */
const bounds = (missing: string) => {
  const bound = typedNumber(missing)
  return z.discriminatedUnion('on', [
    z.object({ on: z.literal(false) }),
    z
      .object({ on: z.literal(true), start: bound, end: bound })
      .check(z.refine((range) => !isInverted(numbersOf(range)), { error: invertedRangeText, path: ['end'] })),
  ])
}

const readLine = z.string().check(
  z.refine((text) => text.trim() === '' || isReadLine(parseNumberValue(text)), {
    error: `0 〜 ${maxReadLine} の整数を入力してください`,
  }),
)

const isReadLine = (line: unknown) =>
  typeof line === 'number' && Number.isInteger(line) && line >= 0 && line <= maxReadLine

export const multiplierSchema = z.string().check(
  z.refine((text) => isMultiplier(parseNumberValue(text)), {
    error: `0 より大きく ${maxMultiplier.toLocaleString('ja-JP')} 以下の数値を入力してください`,
  }),
)

const isMultiplier = (factor: unknown) => typeof factor === 'number' && factor > 0 && factor <= maxMultiplier

const day = z
  .string()
  .check(
    z.refine((text) => typedDay(text) !== undefined, { error: ({ input }) => typedDayError(String(input)) }),
  )

const unchosen = '未選択です'
const missing = '未入力です'

const chosen = (error: string) => z.number({ error })

/** `missingBound`: message for an empty bound. */
export const meterFormSchema = (missingBound: string) =>
  z.intersection(
    z.object({
      name: z
        .string()
        .check(z.trim(), z.minLength(1, 'メーター名を入力してください'), z.maxLength(textLimit), oneLine),
      verificationExpiresOn: day,
      unitId: chosen('単位を選択してください'),
      categoryId: chosen('メーター種別が選択されていません'),
      range: bounds(missingBound),
      emergency: bounds(missingBound),
      readLineIndex: readLine,
      multiplier: multiplierSchema,
    }),
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal(meterDeviceKind.unregistered) }),
      z.object({
        kind: z.literal([meterDeviceKind.camera, meterDeviceKind.mobile]),
        deviceId: chosen(unchosen),
      }),
      z.object({
        kind: z.literal(meterDeviceKind.analogInput),
        deviceId: chosen(unchosen),
        channel: z.string({ error: unchosen }),
        analogMin: typedNumber(missing),
        analogMax: typedNumber(missing),
      }),
    ]),
  )

const numberIn = (text: string) => parseNumberValue(text) ?? null

/** Returns a typed 管理番号 as the server stores it; null if there is none. */
export const codeOf = (typed: string): string | null => plainText(typed).trim() || null

/** As API fields, without the picture, which is sent separately. */
function fieldsOf(values: MeterValues) {
  const { kind, channel } = values
  const range = numbersOf(values.range)
  const emergency = numbersOf(values.emergency)
  const min = numberIn(values.analogMin)
  const max = numberIn(values.analogMax)
  const analog =
    kind === meterDeviceKind.analogInput && channel !== null && min !== null && max !== null
      ? analogText({ channel, min, max })
      : null
  return {
    name: values.name.trim(),
    code: codeOf(values.code),
    place_note: values.placeNote.trim(),
    device_id: kind === meterDeviceKind.unregistered ? null : values.deviceId,
    analog_settings: analog,
    meter_unit_id: values.unitId,
    meter_category_id: values.categoryId,
    meter_group_id: values.groupId,
    inspection_id: values.inspectionId,
    cost_bearer_id: values.costBearerId,
    customer_number: values.customerNumber.trim(),
    parent_meter_id: values.parentMeterId,
    verification_expires_on: typedDay(values.verificationExpiresOn) ?? null,
    rounding: values.rounding,
    start_value: range.start,
    end_value: range.end,
    emergency_start_value: emergency.start,
    emergency_end_value: emergency.end,
    value_mode: values.valueMode,
    use_ai_boost: values.useAiBoost,
    digit_number: values.digitNumber,
    decimal_point: values.decimalPoint,
    cumulative_mode: values.cumulativeMode,
    multiplier: numberIn(values.multiplier) ?? 1,
    read_line_index: numberIn(values.readLineIndex),
    settings: values.settings,
    pins: values.pins,
    area: values.area,
  }
}

type Fields = ReturnType<typeof fieldsOf>
const names = Object.keys(fieldsOf(blankValues)) as (keyof Fields)[]

/** Changed fields only. */
export function changesOf(meter: Meter, values: MeterValues, imageBase64: string | null): MeterUpdate {
  const before = fieldsOf(valuesOf(meter))
  const after = fieldsOf(values)
  const differing = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]))
  const changed = Object.fromEntries(differing.map((name) => [name, after[name]]))
  if (imageBase64 === null) return changed
  // With a new picture the server clears settings that are not sent.
  return {
    ...changed,
    image_base64: imageBase64,
    settings: after.settings,
    pins: after.pins,
    area: after.area,
  }
}

/** Requires validated values: unit and category are set. */
export function creationOf(values: MeterValues, imageBase64: string | null): MeterCreate {
  const { meter_unit_id: unitId, meter_category_id: categoryId, ...fields } = fieldsOf(values)
  if (unitId === null || categoryId === null) throw new Error('a meter without unit or category')
  return {
    ...fields,
    meter_unit_id: unitId,
    meter_category_id: categoryId,
    image_base64: imageBase64,
  }
}

/** Form field by path of the server's issue. */
export const fieldOfIssue: Record<string, string> = {
  name: 'name',
  code: 'code',
  place_note: 'placeNote',
  device_id: 'deviceId',
  analog_settings: 'channel',
  meter_unit_id: 'unitId',
  meter_category_id: 'categoryId',
  cost_bearer_id: 'costBearerId',
  customer_number: 'customerNumber',
  parent_meter_id: 'parentMeterId',
  verification_expires_on: 'verificationExpiresOn',
  rounding: 'rounding',
  start_value: 'range.start',
  end_value: 'range.end',
  emergency_start_value: 'emergency.start',
  emergency_end_value: 'emergency.end',
  decimal_point: 'decimalPoint',
  digit_number: 'digitNumber',
  read_line_index: 'readLineIndex',
  cumulative_mode: 'cumulativeMode',
  multiplier: 'multiplier',
  terms_from: 'termsSince',
  value_mode: 'valueMode',
  use_ai_boost: 'useAiBoost',
  image_base64: 'picture',
}
