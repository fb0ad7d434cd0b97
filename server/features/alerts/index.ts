export { reconcileAdded, reconcileAround, reconcileWithin } from './reconcile.ts'
