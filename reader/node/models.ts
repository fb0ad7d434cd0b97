import { readFile } from 'node:fs/promises'
import { createModels } from '../core/models.ts'
import type { Models } from '../core/types.ts'

let models: Promise<Models> | undefined

/** Loaded once a process or worker thread. */
export function loadModels(): Promise<Models> {
  models ??= readModels()
  return models
}

async function readModels(): Promise<Models> {
  const [digits, needles] = await Promise.all([readWeights('digits'), readWeights('needles')])
  return createModels({ digits, needles })
}

async function readWeights(name: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(new URL(`../models/${name}.bin`, import.meta.url))).buffer
}
