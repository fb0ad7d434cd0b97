import type { AuditEntry } from '../../../contract/audit.ts'

/** Who did it, and by which key. */
export const whoOf = ({ user, key }: Pick<AuditEntry, 'user' | 'key'>): string =>
  `${user?.username ?? '組織外のユーザー'}${key === null ? '' : `（APIキー: ${key}）`}`
