import { type AcceptedReading, priorOf } from '../../contract/values/prior.ts'
import {
  type Conditions,
  conditions,
  type Face,
  faces,
  photograph,
  referencePicture,
  unreadable,
} from '../../faces/index.ts'
import type { ReaderSettings } from '../../reader/core/types.ts'
import { framePicture, readPicture, referencePicture as reducedReference } from '../../reader/node/index.ts'
import { serveTasks } from '../../server/imaging/serve-tasks.ts'
import type { Source } from './plant.ts'
import { type DemoReading, pictureReading } from './readings.ts'

export interface Reference {
  face: string
  view: Conditions
}

/** All pictures of one meter: a process renders a face's static parts once. */
export interface Series extends Reference {
  means: Exclude<Source, 'analog'>
  settings: ReaderSettings
  takes: Take[]
}

export interface Take {
  at: Date
  value: number
  seed: number
  /** Of the bad conditions, 0..1. */
  severity: number
  /** By a fixed camera; a phone moves each time. */
  fixed: boolean
  /** Unreadable. */
  covered: boolean
  /** A wrong value is corrected later. */
  noticed: boolean
  /** Accepted readings before it. */
  evidence: AcceptedReading[]
}

export interface Taken {
  jpeg: Uint8Array
  framed: { whole: Uint8Array; tile: Uint8Array } | null
  reading: DemoReading
}

/** As the server reads: registered to the reference picture, with earlier readings. */
async function series({ face: key, view, means, settings, takes }: Series): Promise<Taken[]> {
  const face = faceOf(key)
  const reference = await reducedReferenceOf(face, view)
  const taken: Taken[] = []
  for (const { at, value, seed, severity, fixed, covered, noticed, evidence } of takes) {
    const mount = fixed ? face.style.seed : undefined
    const how = covered ? unreadable(seed, mount) : conditions(seed, severity, mount)
    const { jpeg, truth } = await photograph(face, value, how)
    const prior = priorOf(evidence, face.behaviour.kind === 'total', at.getTime())
    const result = await readPicture(jpeg, settings, { reference, prior })
    const framed = await framePicture(jpeg, result.frame)
    taken.push({ jpeg, framed, reading: pictureReading(face, means, at, result, truth.value, noticed) })
  }
  return taken
}

const reduced = new Map<Face, Promise<Uint8Array>>()

function reducedReferenceOf(face: Face, view: Conditions): Promise<Uint8Array> {
  const known = reduced.get(face) ?? referencePicture(face, view).then(reducedReference)
  reduced.set(face, known)
  return known
}

const reference = ({ face, view }: Reference): Promise<Uint8Array> => referencePicture(faceOf(face), view)

function faceOf(key: string) {
  const face = faces.find((candidate) => candidate.key === key)
  if (face === undefined) throw new Error(`no face ${key}`)
  return face
}

serveTasks({ reference, series })
