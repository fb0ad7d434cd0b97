export { learnRates } from './learn-rates.ts'
export { findMeter } from './repository.ts'
