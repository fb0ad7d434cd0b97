import { columnFaces, otherFaces } from './list/columns.ts'
import { counterFaces, displayFaces, dotFaces } from './list/figures.ts'
import { panelFaces } from './list/panel.ts'
import { roundFaces } from './list/round.ts'
import type { Face } from './types.ts'

export { conditions, plain, unreadable } from './conditions.ts'
export { dialled, dialledFaces } from './list/dialled.ts'
export { photograph, referencePicture } from './photograph.ts'
export { readerSettingsOf } from './reader-settings.ts'
export { settingsOf } from './settings.ts'
export type { Conditions, Face, Photograph, Total, Wave } from './types.ts'
export { measuredAt, valueAt } from './values.ts'

/** The demonstration's meters, with every category. */
export const faces: readonly Face[] = [
  ...roundFaces,
  ...panelFaces,
  ...displayFaces,
  ...counterFaces,
  ...columnFaces,
  ...otherFaces,
  ...dotFaces,
]
