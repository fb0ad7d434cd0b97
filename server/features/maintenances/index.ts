export { isUnderMaintenance } from './is-under-maintenance.ts'
export { endOverdue } from './service.ts'
