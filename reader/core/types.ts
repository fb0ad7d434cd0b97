import type { Network } from './network.ts'

/** Pixels of a photograph, upright, row by row from the top left. `data` holds RGBA bytes, 4 · width · height. */
export interface Picture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** A place in the picture: ratios of its width and height, 0..1 from the top left. */
export interface Point {
  x: number
  y: number
}

/** An upright rectangle: ratios of the picture, `x1 < x2` and `y1 < y2`. */
export interface Rectangle {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** Kinds of meters: circle, square, segment, counter, special, level, scale, dot, other. */
export type CategoryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 99

/** What is known of the meter before its photograph is looked at. */
export interface ReaderSettings {
  type: CategoryType
  /** `'angle:value,…'` for types 0 and 1, `'x1@y1:x2@y2,…'` for 2, 3 and 7. */
  settings: string | null
  /** `'x1:y1,x2:y2'`: the read position. */
  area: string | null
  /** Where the axis pin stands, when known. */
  axis: Point | null
  /** Distance from the axis to the scale pins as a ratio of the picture's width, when known. */
  radius: number | null
  digitNumber: number | null
  /** Digits after the decimal point. */
  decimalPoint: number | null
  /** Values at the two ends of a level or a straight scale, in the meter's unit. */
  range: { start: number; end: number } | null
}

/** Why a reading is missing or doubtful. */
export type Reason =
  | 'blur'
  | 'glare'
  | 'between digits'
  | 'outside scale'
  | 'moved'
  | 'low contrast'
  | 'no settings'
  | 'unsupported'
  | 'unknown'

/** What was looked at, for drawing over the photograph. */
export interface Frame {
  area: Rectangle | null
  /** One box a digit with the character read in it, `'?'` where it could not be read. */
  boxes: { rectangle: Rectangle; text: string }[]
  /** From the axis to the tip, or across the surface of a level. */
  needle: { from: Point; to: Point } | null
  /** The value as shown, or null when there is none. */
  text: string | null
}

export interface ReadResult {
  /** In the meter's unit; null when the reader is not sure enough. */
  value: number | null
  /** Digits as seen from left to right, `'?'` for one that cannot be read; null where the meter shows none. */
  ocr: string | null
  /** Needle direction in degrees clockwise from twelve o'clock, 0..360; null for meters without a needle. */
  degree: number | null
  /** 0..1. Below 0.6 the value is null. */
  confidence: number
  reasons: Reason[]
  frame: Frame
}

/** The networks that reading needs, built once and shared between readings. */
export interface Models {
  digits: Network
}
