import { read } from '../core/read.ts'
import type { ReadResult } from '../core/types.ts'
import { decode } from './decode.ts'
import type { ReadAnswer, ReadRequest } from './messages.ts'
import { loadModels } from './models.ts'
import { decodeReference } from './reference.ts'

async function answer({ bytes, mime, settings, reference, prior }: ReadRequest): Promise<ReadResult> {
  const [picture, registered, models] = await Promise.all([
    decode(bytes, mime),
    decodeReference(reference),
    loadModels(),
  ])
  return read(picture, settings, models, { reference: registered, prior })
}

self.addEventListener('message', (event: MessageEvent<ReadRequest>) => {
  const { id } = event.data
  answer(event.data).then(
    (result) => self.postMessage({ id, result } satisfies ReadAnswer),
    (error: unknown) => self.postMessage({ id, error: String(error) } satisfies ReadAnswer),
  )
})
