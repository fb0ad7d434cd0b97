export { allocationOf, plansOf } from './plans.ts'
