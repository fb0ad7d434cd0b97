import { createNetwork, type Network } from './network.ts'
import type { Models } from './types.ts'

/** The weights files (`reader/models`). */
export interface ModelFiles {
  digits: ArrayBuffer
  needles: ArrayBuffer
}

/** @throws Error when a file does not hold the expected network */
export function createModels({ digits, needles }: ModelFiles): Models {
  return { digits: network('digits', digits, 1), needles: network('needles', needles, 3) }
}

function network(name: string, file: ArrayBuffer, channels: number): Network {
  const built = createNetwork(file)
  if (built.channels !== channels)
    throw new Error(`${name}: ${channels} values a pixel are wanted, not ${built.channels}`)
  return built
}
