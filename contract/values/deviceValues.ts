import { type CategoryType, categoryType, isAnalog } from '../categories.ts'

/** Which value of a reading counts where the device sends one of its own. */
export const valueModes = ['device', 'picture', 'compare'] as const
export type ValueMode = (typeof valueModes)[number]

/** Returns a meter's setting, or its default: the picture only counts if it can be read. */
export const valueModeOf = (setting: ValueMode | null, isReadable: boolean): ValueMode =>
  setting ?? (isReadable ? 'picture' : 'device')

/**
 * Reasons for which a person should look at a device's value before it is relied on: it differs from the picture, or it
 * counts only because the picture could not be read.
 */
export const deviceValueReasons = ['device differs', 'device instead'] as const
export type DeviceValueReason = (typeof deviceValueReasons)[number]

export const isDeviceValueReason = (reason: string): boolean =>
  deviceValueReasons.some((known) => known === reason)

interface ComparedMeter {
  type: CategoryType
  /** Null: whole numbers. */
  decimalPoint: number | null
  /** Null: not known. Any difference of a pointer is then a contradiction. */
  range: { start: number; end: number } | null
}

/** Part of the measuring range by which two values of a pointer may differ. */
const pointerTolerance = 0.02

const isPointer = (type: CategoryType) =>
  isAnalog(type) || type === categoryType.level || type === categoryType.scale

/**
 * Returns whether a device's value and the one read from its picture contradict each other: by more than one unit of the
 * last digit, or, for needles, levels and scales, by more than 2 % of the measuring range.
 */
export function contradicts(device: number, read: number, meter: ComparedMeter): boolean {
  const { type, decimalPoint, range } = meter
  const tolerance = isPointer(type)
    ? pointerTolerance * (range === null ? 0 : range.end - range.start)
    : 10 ** -(decimalPoint ?? 0)
  // Decimal fractions are not exact: 0.3 - 0.2 is less than 0.1.
  return Math.abs(device - read) > tolerance * (1 + 1e-6)
}

interface CountedValue {
  value: number | null
  source: 'reader' | 'device'
  reason: DeviceValueReason | null
}

/**
 * Returns the value that counts after the picture was read. A value that the meter's setting does not prefer counts
 * where the other one is missing.
 */
export function countedValue(
  device: number | null,
  read: number | null,
  mode: ValueMode,
  meter: ComparedMeter,
): CountedValue {
  if (device === null || (mode === 'picture' && read !== null))
    return { value: read, source: 'reader', reason: null }
  if (mode === 'picture') return { value: device, source: 'device', reason: 'device instead' }
  const isContradicted = mode === 'compare' && read !== null && contradicts(device, read, meter)
  return { value: device, source: 'device', reason: isContradicted ? 'device differs' : null }
}
