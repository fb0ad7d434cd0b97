import type { Network } from '../../reader/core/network.ts'

/** A network whose first answers are uninformative: those digits get more views. */
export interface Doubting {
  network: Network
  /** Number of runs. */
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
