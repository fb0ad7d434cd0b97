import {
  framePicture,
  type Known,
  type ReaderSettings,
  type ReadResult,
  readPicture,
  referencePicture,
  thumbnail,
  UndecodablePicture,
} from '../../reader/node/index.ts'
import { registerTasks } from './register-tasks.ts'

/** A picture read, and the picture with what was looked at drawn over it; null where there is nothing to draw. */
export interface PictureReading {
  result: ReadResult
  framed: FramedBytes | null
}

/** WebP both: the whole picture, and the part of it that a tile shows. */
interface FramedBytes {
  whole: Uint8Array
  tile: Uint8Array
}

const tasks = {
  read: (bytes: Uint8Array, settings: ReaderSettings, known: Known): Promise<PictureReading | null> =>
    ifDecodable(async () => {
      const { width: _width, height: _height, ...result } = await readPicture(bytes, settings, known)
      return { result, framed: await framePicture(bytes, result.frame) }
    }),
  thumbnail: (bytes: Uint8Array, width: number): Promise<Uint8Array | null> =>
    ifDecodable(() => thumbnail(bytes, width)),
  reference: (bytes: Uint8Array): Promise<Uint8Array | null> => ifDecodable(() => referencePicture(bytes)),
}

export type PictureTasks = typeof tasks

// An error loses its class on the way out of a process.
async function ifDecodable<Made>(make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof UndecodablePicture) return null
    throw error
  }
}

registerTasks(tasks)
