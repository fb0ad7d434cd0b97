export { type AuditNoun, changedFields, recordAudit } from './record.ts'
