/** What is audited, in the order of the filter. */
export const auditNouns = [
  'meter',
  'reading',
  'alert',
  'alert-rule',
  'recipient-group',
  'device',
  'group',
  'inspection',
  'cost-bearer',
  'closing-cycle',
  'closing',
  'export-format',
  'import',
  'map',
  'map-area',
  'map-pin',
  'user',
  'invitation',
  'key',
  'organization',
] as const
/** What belongs to no organization. */
export const commonAuditNouns = ['plan', 'category', 'unit'] as const
export type AuditNoun = (typeof auditNouns)[number] | (typeof commonAuditNouns)[number]
