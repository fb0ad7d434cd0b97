import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { deviceTarget } from './devices.ts'
import { meterTarget } from './meters.ts'
import { costBearerTarget, groupTarget, inspectionTarget } from './named.ts'
import { readingTarget } from './readings.ts'
import { replacementTarget } from './replacements.ts'
import type { Target } from './target.ts'
import { userTarget } from './users.ts'

export const targets: Record<ImportTarget, Target> = {
  meters: meterTarget,
  readings: readingTarget,
  replacements: replacementTarget,
  groups: groupTarget,
  inspections: inspectionTarget,
  cost_bearers: costBearerTarget,
  devices: deviceTarget,
  users: userTarget,
}
