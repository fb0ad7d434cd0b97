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
import { registerTasks } from './register-tasks.ts'

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
