import type { ImportTarget } from '../../../contract/import/importTargets.ts'

/** What can be imported. */
export const importTargetNames: Record<ImportTarget, string> = {
  meters: 'メーター',
  readings: '過去の測定値',
  replacements: 'メーターの交換',
  groups: 'メーターグループ',
  inspections: '点検グループ',
  cost_bearers: '負担先',
  devices: '端末',
  users: 'ユーザー',
}
