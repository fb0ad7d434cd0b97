import {
  type Frame,
  framePicture,
  type Known,
  outgoingPicture,
  type ReaderSettings,
  type ReadResult,
  readPicture,
  referencePicture,
  thumbnail,
  UndecodablePicture,
} from '../../reader/node/index.ts'
import { serveTasks } from './serve-tasks.ts'

/** The result, and the picture with what was read framed; null where there is nothing to frame. */
export interface PictureReading {
  result: ReadResult
  framed: FramedBytes | null
}

export interface FramedBytes {
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
  outgoing: (bytes: Uint8Array): Promise<Uint8Array | null> => ifDecodable(() => outgoingPicture(bytes)),
  frame: (bytes: Uint8Array, frame: Frame): Promise<FramedBytes | null> =>
    ifDecodable(() => framePicture(bytes, frame)),
}

export type PictureTasks = typeof tasks

// Errors lose their class between processes.
async function ifDecodable<Made>(make: () => Promise<Made>): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof UndecodablePicture) return null
    throw error
  }
}

serveTasks(tasks)
