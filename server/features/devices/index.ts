export { devicesOf } from './listing.ts'
export { noteReport } from './silence-watch.ts'
