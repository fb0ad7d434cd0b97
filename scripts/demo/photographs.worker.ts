import sharp from 'sharp'
import { type Accepted, evidenceDepth, isEvidence, priorOf } from '../../contract/prior.ts'
import type { ReaderSettings } from '../../reader/core/types.ts'
import { framePicture, readPicture, referencePicture as reducedReference } from '../../reader/node/index.ts'
import {
  type Conditions,
  conditions,
  faces,
  photograph,
  referencePicture,
  unreadable,
} from '../faces/index.ts'
import type { Means } from './plant.ts'
import { type DemoReading, pictureReading } from './readings.ts'

/** The picture on which a meter's settings were made. */
export interface Reference {
  face: string
  view: Conditions
}

/** All pictures of one meter: a thread draws a face’s still parts once. */
export interface Series extends Reference {
  means: Exclude<Means, 'analog'>
  settings: ReaderSettings
  takes: Take[]
}

export interface Take {
  at: Date
  /** What the meter shows. */
  value: number
  seed: number
  /** How badly it is taken, 0..1. */
  severity: number
  /** By a camera that hangs where it hangs; a phone stands elsewhere each time. */
  fixed: boolean
  /** Nobody can read it. */
  covered: boolean
  /** Somebody at the desk puts it right later, if it is wrong. */
  noticed: boolean
}

export interface Taken {
  jpeg: Uint8Array
  framed: { whole: Uint8Array; tile: Uint8Array } | null
  reading: DemoReading
}

// The pool has a thread for each core already.
sharp.concurrency(1)

/** As the server reads them one after the other: registered to the reference picture, held against what went before. */
export async function series({ face: key, view, means, settings, takes }: Series): Promise<Taken[]> {
  const face = faceOf(key)
  const reference = await reducedReference(await referencePicture(face, view))
  const taken: Taken[] = []
  for (const { at, value, seed, severity, fixed, covered, noticed } of takes) {
    const mount = fixed ? face.style.seed : undefined
    const how = covered ? unreadable(seed, mount) : conditions(seed, severity, mount)
    const { jpeg, truth } = await photograph(face, value, how)
    const accepted = taken.slice(-evidenceDepth).flatMap(({ reading }) => evidenceOf(reading))
    const prior = priorOf(accepted, settings.type, at.getTime())
    const result = await readPicture(jpeg, settings, { reference, prior })
    const framed = await framePicture(jpeg, result.frame)
    taken.push({ jpeg, framed, reading: pictureReading(face, means, at, result, truth.value, noticed) })
  }
  return taken
}

function evidenceOf({ reading }: DemoReading): Accepted[] {
  const { value = null, valueSource, readState = null, confidence = null, advice = null, createdAt } = reading
  const judged = { value, value_source: valueSource, read_state: readState, confidence, advice }
  return value !== null && isEvidence(judged) ? [{ value, at: createdAt.getTime() }] : []
}

export const reference = ({ face, view }: Reference): Promise<Uint8Array> =>
  referencePicture(faceOf(face), view)

function faceOf(key: string) {
  const face = faces.find((candidate) => candidate.key === key)
  if (face === undefined) throw new Error(`no face ${key}`)
  return face
}
