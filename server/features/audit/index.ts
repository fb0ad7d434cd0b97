export { changedFields, recordAudit } from './record.ts'
