import type { Access } from '../access.ts'

/** What can be imported. */
export const importTargets = [
  'meters',
  'readings',
  'replacements',
  'groups',
  'inspections',
  'cost_bearers',
  'devices',
  'users',
] as const
export type ImportTarget = (typeof importTargets)[number]

/**
 * Who may import it, and undo the import: whoever may add, and delete, one with a call of its own. `sessionOnly`: API keys
 * may not.
 */
export const importAccess: Record<ImportTarget, { import: Access; undo: Access; sessionOnly?: true }> = {
  meters: { import: 'user', undo: 'user' },
  readings: { import: 'user', undo: 'user' },
  replacements: { import: 'user', undo: 'admin' },
  groups: { import: 'user', undo: 'user' },
  inspections: { import: 'user', undo: 'user' },
  cost_bearers: { import: 'user', undo: 'user' },
  devices: { import: 'admin', undo: 'admin' },
  users: { import: 'admin', undo: 'admin', sessionOnly: true },
}
