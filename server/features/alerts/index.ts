export { reconcileAround, reconcileWithin } from './reconcile.ts'
