export { monthsOfReadings, usagesBetween } from './service.ts'
