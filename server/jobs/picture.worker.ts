import sharp from 'sharp'
import {
  framePicture,
  type Known,
  type ReaderSettings,
  readPicture,
  referencePicture,
  thumbnail,
  UndecodablePicture,
} from '../../reader/node/index.ts'
import type { PictureReading } from './picture-workers.ts'

export interface ReadTask {
  bytes: Uint8Array
  settings: ReaderSettings
  known: Known
}

export interface ThumbnailTask {
  bytes: Uint8Array
  width: number
}

export interface ReferenceTask {
  bytes: Uint8Array
}

// The pool has a thread for each core already.
sharp.concurrency(1)

export const read = ({ bytes, settings, known }: ReadTask): Promise<PictureReading | null> =>
  ifDecodable(async () => {
    const { width: _width, height: _height, ...result } = await readPicture(bytes, settings, known)
    return { result, framed: await framePicture(bytes, result.frame) }
  })

export const thumbnailOf = ({ bytes, width }: ThumbnailTask): Promise<Uint8Array | null> =>
  ifDecodable(() => thumbnail(bytes, width))

export const referenceOf = ({ bytes }: ReferenceTask): Promise<Uint8Array | null> =>
  ifDecodable(() => referencePicture(bytes))

// An error loses its class on the way out of a thread.
async function ifDecodable<Made>(make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof UndecodablePicture) return null
    throw error
  }
}
