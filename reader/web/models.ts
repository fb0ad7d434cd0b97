import { createModels } from '../core/models.ts'
import type { Models } from '../core/types.ts'

let models: Promise<Models> | undefined

/** Fetched once; after a failure the next call retries. */
export function loadModels(): Promise<Models> {
  models ??= fetchModels().catch((error: unknown) => {
    models = undefined
    throw error
  })
  return models
}

async function fetchModels(): Promise<Models> {
  const [digits, needles] = await Promise.all([
    fetchWeights(new URL('../models/digits.bin', import.meta.url)),
    fetchWeights(new URL('../models/needles.bin', import.meta.url)),
  ])
  return createModels({ digits, needles })
}

async function fetchWeights(file: URL): Promise<ArrayBuffer> {
  const response = await fetch(file)
  if (!response.ok) throw new Error(`the weights could not be loaded (${response.status})`)
  return response.arrayBuffer()
}
