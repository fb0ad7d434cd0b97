export { changedFields, recordAudit } from './record-audit.ts'
