export { createEstimate } from './estimates.ts'
export { begunAtSql, findEstimates, type Index, timestamps } from './indices.ts'
export { countPeriods } from './periods.ts'
export {
  assertFew,
  daysOf,
  ledgersOf,
  monthsOfReadings,
  type UsageQuery,
  usagesBetween,
  usagesOf,
} from './service.ts'
