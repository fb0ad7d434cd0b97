export { reconcileAdded, reconcileAll, reconcileAround, reconcileWithin } from './reconcile.ts'
