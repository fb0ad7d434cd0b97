import { categoryType } from '../../contract/categories.ts'
import type { CategoryType, ReaderSettings } from '../../reader/core/types.ts'
import { type Face, faces, settingsOf } from '../faces/index.ts'
import type { Take } from './photographs.worker.ts'
import { type DemoDevice, devices, type Means, meansOf, type Place, places } from './plant.ts'
import { instants } from './schedule.ts'

/** A meter of the demonstration before anything is drawn. */
export interface DemoMeter {
  place: Place
  face: Face
  device: DemoDevice
  means: Means
  settings: ReaderSettings
  /** When it was read, oldest first. */
  instants: Date[]
  /** How its n-th picture is taken. */
  takeAt: (at: Date, index: number) => Take
}

/** Types of the seeded categories by their number. */
const types: Record<Face['category'], CategoryType> = {
  1: categoryType.circle,
  2: categoryType.square,
  3: categoryType.segment,
  4: categoryType.counter,
  5: categoryType.level,
  6: categoryType.scale,
  7: categoryType.special,
  8: categoryType.other,
  9: categoryType.dot,
}

const severity: Record<Means, number> = { camera: 0.22, phone: 0.35, analog: 0 }
/** One picture in so many cannot be read by anybody. */
const coveredEvery = 71

export function demoMeters(now: Date): DemoMeter[] {
  return places.map((place, number) => {
    const face = named(faces, place.face)
    const device = named(devices, place.device)
    const means = meansOf(device)
    return {
      place,
      face,
      device,
      means,
      settings: readerSettings(face),
      instants: instants(place, device, means, number, now),
      takeAt: (at, index) => ({
        at,
        seed: number * 10_007 + index * 131,
        severity: severity[means],
        fixed: means === 'camera',
        covered: means === 'camera' && (number * 29 + index) % coveredEvery === coveredEvery - 1,
      }),
    }
  })
}

function named<Thing extends { key: string }>(things: readonly Thing[], key: string): Thing {
  const thing = things.find((candidate) => candidate.key === key)
  if (thing === undefined) throw new Error(`the demonstration names ${key}, which does not exist`)
  return thing
}

function readerSettings(face: Face): ReaderSettings {
  const { settings, area, axis, radius } = settingsOf(face)
  return {
    type: types[face.category],
    settings,
    area,
    axis,
    radius,
    digitNumber: face.digits,
    decimalPoint: face.decimals,
    range: face.range,
  }
}
