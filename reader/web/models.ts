import { createModels } from '../core/read.ts'
import type { Models } from '../core/types.ts'

let models: Promise<Models> | undefined

/** The reader's networks, fetched once; after a failure the next call tries again. */
export function loadModels(): Promise<Models> {
  models ??= fetchModels().catch((error: unknown) => {
    models = undefined
    throw error
  })
  return models
}

async function fetchModels(): Promise<Models> {
  const response = await fetch(new URL('../models/digits.bin', import.meta.url))
  if (!response.ok) throw new Error(`the weights could not be loaded (${response.status})`)
  return createModels({ digits: await response.arrayBuffer() })
}
