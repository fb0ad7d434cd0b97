export { presentReplacement } from './present.ts'
export { latestReplacement, type ReplacementRow } from './repository.ts'
