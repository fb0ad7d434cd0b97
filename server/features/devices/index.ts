export { devicesOf } from './listing.ts'
export { noteReport } from './watch.ts'
