import { read } from '../core/read.ts'
import type { ReadResult } from '../core/types.ts'
import { decode } from './decode.ts'
import type { ReadAnswer, ReadRequest } from './messages.ts'
import { loadModels } from './models.ts'

async function answer(request: ReadRequest): Promise<ReadResult> {
  const [picture, models] = await Promise.all([decode(request.bytes, request.mime), loadModels()])
  return read(picture, request.settings, models)
}

self.addEventListener('message', (event: MessageEvent<ReadRequest>) => {
  const { id } = event.data
  answer(event.data).then(
    (result) => self.postMessage({ id, result } satisfies ReadAnswer),
    (error: unknown) => self.postMessage({ id, error: String(error) } satisfies ReadAnswer),
  )
})
