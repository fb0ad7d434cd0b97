export { presentReplacement } from './present.ts'
export { findMeterOfReplacement, latestReplacement, type ReplacementRow } from './repository.ts'
