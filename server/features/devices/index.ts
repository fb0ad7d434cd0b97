export { devicesOf } from './listing.ts'
export { allowancesOf } from './measuring.ts'
export { noteReport } from './note-report.ts'
export { wasSilent } from './was-silent.ts'
