import type { ImportTarget } from '../../../contract/import/importTargets.ts'

/** What can be imported. */
export const importTargetNames: Record<ImportTarget, string> = {
  meters: 'メーター',
  readings: '過去の測定値',
}
