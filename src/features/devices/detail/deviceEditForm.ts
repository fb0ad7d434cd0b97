import * as z from 'zod/mini'
import {
  type Device,
  isAnalogInput,
  measures,
  resolutionType,
  timeDrift,
} from '../../../../contract/devices.ts'
import {
  everyMinutes,
  fixedIntervalOf,
  parseScheduleRows,
  trialIntervals,
} from '../../../../contract/time/schedules.ts'
import type { DeviceUpdate } from '../../../lib/mutations/deviceMutations.ts'
import type { Form } from '../../../ui/form/useSubmitForm.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { deviceNameSchema, serialNumberSchema } from '../deviceNaming.ts'
import {
  cronsOfDrafts,
  emptyDraft,
  type ScheduleDraft,
  scheduleDraftsSchema,
  toDraft,
} from '../scheduleDrafts.ts'

/**
 * How a device measures: at a fixed interval (trial of a camera, or an analog unit), by rows of the editor, by a
 * schedule that the editor cannot show and that is kept, or not by itself.
 */
export type Measuring = 'interval' | 'rows' | 'kept' | 'none'

export interface DeviceEditValues {
  name: string
  serialNumber: string
  status: string
  resolution: string
  /** Whole hours, or `automaticHours`. */
  retryHours: string
  isNextAf: boolean
  isBuzzer: boolean
  isFlash: boolean
  drift: string
  measuring: Measuring
  /** Minutes. */
  interval: string | null
  rows: readonly ScheduleDraft[]
}

/** The retry time follows the schedule. */
export const automaticHours = 'auto'

export type DeviceEditForm = Form<DeviceEditValues>

function measuringOf({
  type,
  interval_crons: crons,
}: Device): Pick<DeviceEditValues, 'measuring' | 'interval' | 'rows'> {
  const unset = { interval: null, rows: [emptyDraft] }
  if (!measures(type)) return { ...unset, measuring: 'none' }
  const text = crons ?? ''
  const minutes = fixedIntervalOf(text)
  if (minutes !== null) return { ...unset, measuring: 'interval', interval: String(minutes) }
  if (text.trim() === '') return { ...unset, measuring: isAnalogInput(type) ? 'interval' : 'rows' }
  const rows = isAnalogInput(type) ? null : parseScheduleRows(text)
  return rows === null
    ? { ...unset, measuring: 'kept' }
    : { ...unset, measuring: 'rows', rows: rows.map(toDraft) }
}

export const valuesOf = (device: Device): DeviceEditValues => ({
  name: device.name,
  serialNumber: device.serial_number ?? '',
  status: String(device.status),
  resolution: String(device.resolution_type ?? resolutionType.middle),
  retryHours: device.heartbeat_time === null ? automaticHours : String(device.heartbeat_time / 3600),
  isNextAf: device.is_next_af,
  isBuzzer: device.is_buzzer,
  isFlash: device.is_flash,
  drift: String(device.allow_time_drift),
  ...measuringOf(device),
})

const isDrift = (text: string) => {
  const seconds = parseNumberValue(text)
  return (
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= timeDrift.min &&
    seconds <= timeDrift.max
  )
}

const drift = z.string().check(
  z.refine((text) => text.trim() !== '', { error: '許容する時刻のずれを入力してください', abort: true }),
  z.refine(isDrift, {
    error: `${timeDrift.min} 〜 ${timeDrift.max.toLocaleString('ja-JP')} の整数を入力してください`,
  }),
)

/** `named`: with a serial number, which only a system admin changes. */
export const deviceEditFormSchema = (named: boolean) =>
  z.intersection(
    z.object({ name: deviceNameSchema, drift, ...(named && { serialNumber: serialNumberSchema }) }),
    z.discriminatedUnion('measuring', [
      z.object({
        measuring: z.literal('interval'),
        interval: z.string({ error: '測定間隔を選択してください' }),
      }),
      z.object({ measuring: z.literal('rows'), rows: scheduleDraftsSchema }),
      z.object({ measuring: z.literal(['kept', 'none']) }),
    ]),
  )

const numberIn = <T extends number>(text: string, of: readonly T[]): T | undefined =>
  of.find((each) => String(each) === text)

/** The schedule as text; undefined: what is kept. */
function cronsOf({ measuring, interval, rows }: DeviceEditValues): string | undefined {
  if (measuring === 'rows') return cronsOfDrafts(rows)
  const minutes = measuring === 'interval' && numberIn(interval ?? '', trialIntervals)
  return minutes ? everyMinutes(minutes) : undefined
}

function fieldsOf(values: DeviceEditValues): DeviceUpdate {
  return {
    name: values.name.trim(),
    serial_number: values.serialNumber.trim(),
    status: numberIn(values.status, [0, 1, 2, 3, 5] as const),
    resolution_type: numberIn(values.resolution, [0, 1, 2] as const),
    heartbeat_time: values.retryHours === automaticHours ? null : Number(values.retryHours) * 3600,
    is_next_af: values.isNextAf,
    is_buzzer: values.isBuzzer,
    is_flash: values.isFlash,
    allow_time_drift: parseNumberValue(values.drift) ?? timeDrift.default,
    interval_crons: cronsOf(values),
  }
}

/** Changed fields only: what a person does not touch stays as it is, however it is written. */
export function changesOf(device: Device, values: DeviceEditValues): DeviceUpdate {
  const before: Record<string, unknown> = fieldsOf(valuesOf(device))
  return Object.fromEntries(
    Object.entries(fieldsOf(values)).filter(
      ([field, value]) => value !== undefined && value !== before[field],
    ),
  )
}

/** Form field by path of the server's issue. */
export const editFieldOfIssue = ({ measuring }: DeviceEditValues): Record<string, string> => ({
  serial_number: 'serialNumber',
  status: 'status',
  resolution_type: 'resolution',
  heartbeat_time: 'retryHours',
  is_next_af: 'isNextAf',
  is_buzzer: 'isBuzzer',
  is_flash: 'isFlash',
  allow_time_drift: 'drift',
  interval_crons: measuring === 'interval' ? 'interval' : 'rows',
})
