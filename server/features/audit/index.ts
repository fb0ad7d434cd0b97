export { changedFields, recordAudit } from './record-audit.ts'
export { recordedRows } from './recorded-rows.ts'
