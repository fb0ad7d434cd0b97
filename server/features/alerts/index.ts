export { confirmAlert } from './confirmations.ts'
export { openMissedAlerts } from './missed.ts'
export { reconcileAdded, reconcileAll, reconcileAround, reconcileWithin } from './reconcile.ts'
export { resumeAlertOf } from './repository.ts'
