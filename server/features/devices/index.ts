export { devicesOf } from './listing.ts'
export { noteReport } from './note-report.ts'
