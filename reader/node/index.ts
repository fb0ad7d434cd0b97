import { read } from '../core/read.ts'
import type { ReaderSettings, ReadResult } from '../core/types.ts'
import { decode } from './decode.ts'
import { loadModels } from './models.ts'

export * from '../core/index.ts'
export { decode, UndecodablePicture } from './decode.ts'
export { loadModels } from './models.ts'
export { framePicture, thumbnail } from './pictures.ts'

/**
 * Reads the meter on a photograph. `width` and `height` are the upright photograph's pixels.
 *
 * @throws UndecodablePicture
 */
export async function readPicture(
  bytes: Uint8Array,
  settings: ReaderSettings,
): Promise<ReadResult & { width: number; height: number }> {
  const [picture, models] = await Promise.all([decode(bytes), loadModels()])
  const { width, height } = picture
  return { ...read(picture, settings, models), width, height }
}
