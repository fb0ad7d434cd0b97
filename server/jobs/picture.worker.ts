import sharp from 'sharp'
import type { ReaderSettings } from '../../reader/node/index.ts'
import { framePicture, readPicture, thumbnail, UndecodablePicture } from '../../reader/node/index.ts'
import type { PictureReading } from './picture-workers.ts'

export interface ReadTask {
  bytes: Uint8Array
  settings: ReaderSettings
}

export interface ThumbnailTask {
  bytes: Uint8Array
  width: number
}

// The pool has a thread for each core already.
sharp.concurrency(1)

export const read = ({ bytes, settings }: ReadTask): Promise<PictureReading | null> =>
  ifDecodable(async () => {
    const { width: _width, height: _height, ...result } = await readPicture(bytes, settings)
    return { result, framed: await framePicture(bytes, result.frame) }
  })

export const thumbnailOf = ({ bytes, width }: ThumbnailTask): Promise<Uint8Array | null> =>
  ifDecodable(() => thumbnail(bytes, width))

// An error loses its class on the way out of a thread.
async function ifDecodable<Made>(make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof UndecodablePicture) return null
    throw error
  }
}
