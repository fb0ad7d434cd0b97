import type { Network } from '../../../reader/core/network.ts'

/** A network whose first answers are uninformative: those digits get more views. */
interface UncertainNetwork {
  network: Network
  /** Number of runs. */
  runs: () => number
}

export function uncertainNetwork(network: Network, answers: number): UncertainNetwork {
  let looks = 0
  return {
    runs: () => looks,
    network: {
      ...network,
      run(input) {
        const probabilities = network.run(input)
        return looks++ < answers ? probabilities.fill(1 / probabilities.length) : probabilities
      },
    },
  }
}
