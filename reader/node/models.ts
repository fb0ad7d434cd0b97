import { readFile } from 'node:fs/promises'
import { createModels } from '../core/read.ts'
import type { Models } from '../core/types.ts'

let models: Promise<Models> | undefined

/** The reader's networks, read from their files once a process (or worker thread). */
export function loadModels(): Promise<Models> {
  models ??= readModels()
  return models
}

async function readModels(): Promise<Models> {
  const bytes = await readFile(new URL('../models/digits.bin', import.meta.url))
  return createModels({ digits: new Uint8Array(bytes).buffer })
}
