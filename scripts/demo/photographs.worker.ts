import sharp from 'sharp'
import type { ReaderSettings, ReadResult } from '../../reader/core/types.ts'
import { framePicture, readPicture } from '../../reader/node/index.ts'
import { conditions, faces, photograph, referencePicture, unreadable, valueAt } from '../faces/index.ts'

/** All pictures of one meter: a thread draws a face’s still parts once. */
export interface Series {
  face: string
  settings: ReaderSettings
  takes: Take[]
}

export interface Take {
  at: Date
  seed: number
  /** How badly it is taken, 0..1. */
  severity: number
  /** By a camera that hangs where it hangs; a phone stands elsewhere each time. */
  fixed: boolean
  /** Nobody can read it. */
  covered: boolean
}

export interface Taken {
  jpeg: Uint8Array
  framed: Uint8Array
  /** What a careful person would have read. */
  truth: number
  result: ReadResult
}

// The pool has a thread for each core already.
sharp.concurrency(1)

export async function series({ face: key, settings, takes }: Series): Promise<Taken[]> {
  const face = faceOf(key)
  const taken: Taken[] = []
  for (const { at, seed, severity, fixed, covered } of takes) {
    const mount = fixed ? face.style.seed : undefined
    const how = covered ? unreadable(seed, mount) : conditions(seed, severity, mount)
    const { jpeg, truth } = await photograph(face, valueAt(face, at), how)
    const { width: _width, height: _height, ...result } = await readPicture(jpeg, settings)
    taken.push({ jpeg, framed: await framePicture(jpeg, result.frame), truth: truth.value, result })
  }
  return taken
}

export const reference = (key: string): Promise<Uint8Array> => referencePicture(faceOf(key))

function faceOf(key: string) {
  const face = faces.find((candidate) => candidate.key === key)
  if (face === undefined) throw new Error(`no face ${key}`)
  return face
}
