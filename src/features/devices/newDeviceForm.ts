import * as z from 'zod/mini'
import { oneLine } from '../../../contract/calls/wire.ts'
import {
  cameraTypes,
  type DeviceType,
  deviceType,
  isAnalogInput,
  isCamera,
  isSerialNumber,
  parentTypes,
  serialNumberRule,
} from '../../../contract/devices.ts'
import { analogIntervals, everyMinutes } from '../../../contract/time/schedules.ts'
import { textLimit } from '../../../text/limits.ts'
import { deviceNameSchema, serialNumberSchema } from './deviceNaming.ts'
import { cronsOfDrafts, defaultDrafts, type ScheduleDraft, scheduleDraftsSchema } from './scheduleDrafts.ts'

export interface NewDeviceValues {
  serialNumber: string
  name: string
  type: DeviceType
  rows: ScheduleDraft[]
  /** Minutes, as chosen. */
  interval: string
  parentId: number | null
  accessHash: string
}

export const blankNewDevice: NewDeviceValues = {
  serialNumber: '',
  name: '',
  type: deviceType.wifiCamera,
  rows: [...defaultDrafts],
  interval: '',
  parentId: null,
  accessHash: '',
}

const connected: readonly DeviceType[] = [
  deviceType.wifiCamera,
  deviceType.wifiRepeater,
  deviceType.analogInput,
]

/** Devices that may report through a router or repeater. */
export const hasParent = (type: DeviceType): boolean => connected.includes(type)
/** A phone has a session instead. */
export const hasAccessHash = (type: DeviceType): boolean => type !== deviceType.mobile

const common = {
  serialNumber: serialNumberSchema.check(
    z.refine((serial) => serial.trim() === '' || isSerialNumber(serial.trim()), serialNumberRule),
  ),
  name: deviceNameSchema,
  accessHash: z.string().check(z.trim(), z.maxLength(textLimit), oneLine),
}

export const newDeviceFormSchema = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal(cameraTypes), rows: scheduleDraftsSchema }),
  z.object({
    ...common,
    type: z.literal(deviceType.analogInput),
    interval: z.string().check(z.minLength(1, '測定間隔を選択してください')),
  }),
  z.object({
    ...common,
    type: z.literal([...parentTypes, deviceType.mobile]),
  }),
])

function cronsOf({ type, rows, interval }: NewDeviceValues): string | null {
  if (isCamera(type)) return cronsOfDrafts(rows)
  const minutes = analogIntervals.find((each) => String(each) === interval)
  return isAnalogInput(type) && minutes !== undefined ? everyMinutes(minutes) : null
}

/** As API fields: what the type does not have is not sent. */
export function creationOf(values: NewDeviceValues) {
  const { type, parentId } = values
  const crons = cronsOf(values)
  const accessHash = hasAccessHash(type) ? values.accessHash.trim() : ''
  return {
    serial_number: values.serialNumber.trim(),
    name: values.name.trim(),
    type,
    ...(crons !== null && { interval_crons: crons }),
    ...(hasParent(type) && parentId !== null && { parent_device_id: parentId }),
    ...(accessHash !== '' && { access_hash: accessHash }),
  }
}

/** Form field by path of the server's issue. */
export const newDeviceFieldOfIssue = ({ type }: NewDeviceValues): Record<string, string> => ({
  serial_number: 'serialNumber',
  name: 'name',
  type: 'type',
  interval_crons: isAnalogInput(type) ? 'interval' : 'rows',
  parent_device_id: 'parentId',
  access_hash: 'accessHash',
})
