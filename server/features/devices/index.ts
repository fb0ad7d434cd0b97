export { noteReport } from './watch.ts'
