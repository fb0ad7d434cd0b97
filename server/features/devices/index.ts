export { noteReport } from './silence-watch.ts'
