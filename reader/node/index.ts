import { read } from '../core/read.ts'
import { limitDamaged } from '../core/result.ts'
import type { Prior, ReaderSettings, ReadResult } from '../core/types.ts'
import { decodeDamaged } from './decode.ts'
import { loadModels } from './models.ts'
import { decodeReference } from './references.ts'

export * from '../core/index.ts'
export { decode, UndecodablePicture } from './decode.ts'
export { loadModels } from './models.ts'
export { framePicture, outgoingPicture, referencePicture, thumbnail } from './pictures.ts'

/** Optional inputs; `reference`: bytes of the reference picture. */
export interface Known {
  reference?: Uint8Array | null
  prior?: Prior | null
  /** Whether missing settings are filled with what is found in the picture; by default they are. */
  complete?: boolean
  /** The values of the scale are not known: only the needle’s degree is. */
  degreeOnly?: boolean
}

/**
 * `width` and `height` are those of the upright decoded photograph. An undecodable reference counts as none.
 *
 * @throws UndecodablePicture
 */
export async function readPicture(
  bytes: Uint8Array,
  settings: ReaderSettings,
  { reference = null, prior = null, complete = true, degreeOnly = false }: Known = {},
): Promise<ReadResult & { width: number; height: number }> {
  const [{ picture, isDamaged }, models, registered] = await Promise.all([
    decodeDamaged(bytes),
    loadModels(),
    reference && decodeReference(reference),
  ])
  const { width, height } = picture
  const seen = read(picture, settings, models, { reference: registered, prior, complete })
  const result = isDamaged ? limitDamaged(seen) : seen
  if (!degreeOnly) return { ...result, width, height }
  return { ...result, value: null, frame: { ...result.frame, text: null }, width, height }
}
