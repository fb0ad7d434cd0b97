export { inspectJpeg } from './files/jpeg.ts'
export { frameSvg } from './frame.ts'
export { createModels, type ModelFiles } from './models.ts'
export type { Proposal, Wanted } from './propose/propose.ts'
export { propose } from './propose/propose.ts'
export { LONG_SIDE, read } from './read.ts'
export { formatValue, MIN_CONFIDENCE } from './result.ts'
export { createScale, type Scale } from './scale.ts'
export type { CounterDial, CounterPlaces, Parsed, ScalePin } from './settings.ts'
export {
  dialBox,
  dialDecimals,
  MULTIPLIERS,
  nothingKnown,
  parseArea,
  parseBoxes,
  parseCounter,
  parseScale,
  printArea,
  printBoxes,
  printCounter,
  printScale,
} from './settings.ts'
export type {
  Advice,
  CategoryType,
  Corners,
  Frame,
  Models,
  Picture,
  Point,
  Prior,
  ReadContext,
  ReaderSettings,
  ReadResult,
  Reason,
  Rectangle,
} from './types.ts'
