export { presentReplacement } from './present.ts'
export {
  findMeterOfReplacement,
  findReplacement,
  latestReplacement,
  type ReplacementRow,
} from './repository.ts'
export { createReplacement, deleteReplacement, refuseExcessDigits } from './service.ts'
