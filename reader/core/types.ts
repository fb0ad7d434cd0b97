import type { Network } from './network.ts'

/** Upright RGBA, row by row from the top left; `data` has 4 · width · height bytes. */
export interface Picture {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** Ratios of the picture's width and height, 0..1 from the top left. */
export interface Point {
  x: number
  y: number
}

/** Ratios of the picture, `x1 < x2` and `y1 < y2`. */
export interface Rectangle {
  x1: number
  y1: number
  x2: number
  y2: number
}

/** Circle, square, segment, counter, special, level, scale, dot, other. */
export type CategoryType = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 99

/** What is known of the meter. */
export interface ReaderSettings {
  type: CategoryType
  /**
   * `'angle:value,…'` for types 0 and 1, `'x1@y1:x2@y2,…'` for 2, 3 and 7; of a counter also its dials
   * (`parseCounter`).
   */
  settings: string | null
  /** The read position `'x1:y1,x2:y2'`. */
  area: string | null
  /** The axis pin. */
  axis: Point | null
  /** From the axis to the scale pins, as a ratio of the picture's width. */
  radius: number | null
  digitNumber: number | null
  /** Digits after the decimal point. */
  decimalPoint: number | null
  /** Values at the ends of a level or straight scale, in the meter's unit. */
  range: { start: number; end: number } | null
  /** Evaluates all views for every digit, not only for doubtful ones: slower. */
  boost: boolean
}

/** Why a reading is missing or doubtful. */
export type Reason =
  | 'blur'
  | 'glare'
  | 'between digits'
  | 'outside scale'
  | 'moved'
  | 'low contrast'
  /** A part of the file is missing or broken. */
  | 'damaged'
  /** Nothing of the file can be decoded. */
  | 'undecodable'
  | 'unknown'

export interface Segment {
  from: Point
  to: Point
}

/** The frame in the picture that a method was given. */
export interface UprightFrame {
  area: Rectangle | null
  /** One box a digit with its character, `'?'` if unreadable. */
  boxes: { rectangle: Rectangle; text: string }[]
  /** From the axis to the tip. */
  needle: Segment | null
  /** Across a column at its surface or pointer. */
  mark: Segment | null
}

/** A rectangle on the meter, clockwise from its top left: ratios of the picture. */
export type Corners = [Point, Point, Point, Point]

/** What was read, to be drawn over the photograph with its rotation and perspective. */
export interface Frame {
  area: Corners | null
  /** One box a digit with the value's character; without a value the likeliest one. */
  boxes: { corners: Corners; text: string }[]
  /** From the axis to the tip. */
  needle: Segment | null
  /** Across a column at its surface or pointer. */
  mark: Segment | null
  /** The formatted value; null: none. */
  text: string | null
}

/** Earlier readings: advice that resolves doubt and never overrules a clear picture. */
export interface Prior {
  /** Accepted, in the meter's unit, any order; `at`: milliseconds since 1970. */
  readings: { value: number; at: number }[]
  /** When the photograph was taken, milliseconds since 1970. */
  at: number
  /** A counter: only increases, but for its rollover. */
  rising: boolean
  /** Maximum change an hour. */
  hourlyRate: number | null
}

/** Optional inputs beside photograph and settings. */
export interface ReadContext {
  /** The picture on which the settings were made; the photograph is registered to it. */
  reference?: Picture | null
  prior?: Prior | null
  /** Whether missing settings are filled with what is found in the picture; by default they are. */
  complete?: boolean
}

/**
 * How earlier readings and the range mattered. Where `seen` equals the value, the clear picture stands though
 * it contradicts what is known; else doubtful digits were resolved.
 */
export interface Advice {
  /** What the picture alone says; null: nothing certain. */
  seen: number | null
  /** The broken rules: by `seen` where the value was changed, else by the value. */
  because: ('runs up' | 'too fast' | 'outside range' | 'like the last')[]
}

export interface ReadResult {
  /** In the meter's unit; null: not confident enough. */
  value: number | null
  /** Of a counter's last drum or dial, 0 ≤ position < 10, with its fraction; null for other meters. */
  position: number | null
  /**
   * Confidence that the meter was found by its reference picture, 0..1; null without a reference or when it
   * shows too little.
   */
  registration: number | null
  /** Null when nothing known changes or contradicts the picture. */
  advice: Advice | null
  /** The likeliest value by the picture alone that is not `value`; null: none. */
  secondChoice: number | null
  /** Digits left to right, `'?'` for an unreadable one; null: the meter has none. */
  ocr: string | null
  /** Of the needle, clockwise from twelve o'clock, 0..360; null: no needle. */
  degree: number | null
  /** 0..1. Below 0.6 the value is null. */
  confidence: number
  reasons: Reason[]
  frame: Frame
}

/** Built once and shared between readings. */
export interface Models {
  digits: Network
  needles: Network
}
