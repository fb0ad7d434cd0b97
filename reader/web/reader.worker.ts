import { propose } from '../core/propose/propose.ts'
import { LONG_SIDE, read } from '../core/read.ts'
import { limitSize } from '../core/resample.ts'
import { decode } from './decode.ts'
import { loadModels } from './models.ts'
import { decodeReference } from './reference.ts'
import type { Answer, Request } from './worker-messages.ts'

async function answer({ bytes, mime, task }: Request) {
  const [picture, registered, models] = await Promise.all([
    decode(bytes, mime),
    decodeReference(task.kind === 'read' ? task.reference : null),
    loadModels(),
  ])
  if (task.kind === 'propose') return propose(limitSize(picture, LONG_SIDE), task.wanted, models)
  return read(picture, task.settings, models, { reference: registered, prior: task.prior })
}

self.addEventListener('message', (event: MessageEvent<Request>) => {
  const { id } = event.data
  answer(event.data).then(
    (result) => self.postMessage({ id, result } satisfies Answer),
    (error: unknown) => self.postMessage({ id, error: String(error) } satisfies Answer),
  )
})
