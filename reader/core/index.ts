export { frameSvg } from './frame.ts'
export { createModels, LONG_SIDE, read } from './read.ts'
export { CONFIDENT } from './result.ts'
export type { Parsed, ScalePin } from './settings.ts'
export { parseArea, parseBoxes, parseScale, printArea, printBoxes, printScale } from './settings.ts'
export type {
  CategoryType,
  Frame,
  Models,
  Picture,
  Point,
  ReaderSettings,
  ReadResult,
  Reason,
  Rectangle,
} from './types.ts'
