export { devicesOf } from './listing.ts'
export { allowancesOf } from './measuring.ts'
export { noteReport } from './note-report.ts'
