import type { Network } from '../../reader/core/network.ts'

/** A network whose first answers say nothing: the digits of a row that they are of are looked at again. */
export interface Doubting {
  network: Network
  /** How often it was asked. */
  looks: () => number
}

export function doubting(network: Network, answers: number): Doubting {
  let looks = 0
  return {
    looks: () => looks,
    network: {
      ...network,
      run(input) {
        const probabilities = network.run(input)
        return looks++ < answers ? probabilities.fill(1 / probabilities.length) : probabilities
      },
    },
  }
}
