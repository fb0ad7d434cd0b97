import { evidenceDepth } from '../../contract/values/prior.ts'
import {
  type Conditions,
  conditions,
  type Face,
  faces,
  plain,
  readerSettingsOf,
  valueAt,
} from '../../faces/index.ts'
import type { ReaderSettings } from '../../reader/core/types.ts'
import type { Take } from './photographs.worker.ts'
import { type DemoDevice, devices, type Location, locations, type Source, sourceOf } from './plant.ts'
import { instants } from './schedule.ts'

/** A demonstration meter before rendering. */
export interface DemoMeter {
  location: Location
  face: Face
  device: DemoDevice
  means: Source
  /** Conditions of its reference picture, on which the settings were made. */
  view: Conditions
  settings: ReaderSettings
  /** Reading times, oldest first. */
  instants: Date[]
  valueAt: (at: Date) => number
  /** Whether the reading of this time was reported so late that its time may be wrong. */
  isLateAt: (at: Date) => boolean
  /** Conditions of its n-th picture. */
  takeAt: (at: Date, index: number) => Take
}

const severity: Record<Source, number> = { camera: 0.22, phone: 0.35, analog: 0 }
/** One picture in this many is unreadable. */
const coveredEvery = 71

export function demoMeters(now: Date): DemoMeter[] {
  return locations.map((location, number) => {
    const face = named(faces, location.face)
    const device = named(devices, location.device)
    const means = sourceOf(device)
    const view = means === 'camera' ? mounted(face) : plain
    const times = instants(location, device, means, number, now)
    const shown = (at: Date) => troubleAt(location, times, at) ?? valueAt(face, at)
    const isCovered = (index: number) =>
      means === 'camera' && (number * 29 + index) % coveredEvery === coveredEvery - 1
    // The true values, not the read ones: pictures need not wait for earlier ones.
    const evidenceBefore = (index: number) =>
      times
        .slice(0, index)
        .filter((_at, earlier) => !isCovered(earlier))
        .slice(-evidenceDepth)
        .map((at) => ({ value: Number(shown(at).toFixed(face.decimals)), at: at.getTime() }))
    return {
      location,
      face,
      device,
      means,
      view,
      settings: readerSettingsOf(face, view),
      instants: times,
      valueAt: shown,
      isLateAt: (at) => location.late !== undefined && at.getTime() === times.at(-location.late)?.getTime(),
      takeAt: (at, index) => ({
        at,
        value: shown(at),
        seed: number * 10_007 + index * 131,
        severity: severity[means],
        fixed: means === 'camera',
        noticed: index % 3 === 0,
        covered: isCovered(index),
        evidence: evidenceBefore(index),
      }),
    }
  })
}

function troubleAt({ trouble }: Location, times: readonly Date[], at: Date): number | null {
  if (trouble === undefined) return null
  const since = times.at(-trouble.readings)
  return since !== undefined && at >= since ? trouble.value : null
}

function named<Thing extends { key: string }>(things: readonly Thing[], key: string): Thing {
  const thing = things.find((candidate) => candidate.key === key)
  if (thing === undefined) throw new Error(`the demonstration names ${key}, which does not exist`)
  return thing
}

/** A fixed camera's reference view, in good light. */
function mounted(face: Face): Conditions {
  const { tilt, tiltTo, rotation, shift, zoom } = conditions(0, severity.camera, face.style.seed)
  return { ...plain, tilt, tiltTo, rotation, shift, zoom }
}
