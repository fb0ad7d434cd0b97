export { listInspections } from './repository.ts'
export { createInspection, deleteInspection, updateInspection } from './service.ts'
