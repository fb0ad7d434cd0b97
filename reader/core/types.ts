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
  /** Looks at every figure in all further views, where otherwise doubt asks for them and a full row gets fewer: slower. */
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
  | 'unknown'

/** A straight line between two places. */
export interface Segment {
  from: Point
  to: Point
}

/** Where one kind of reading looked: upright in the picture that it was given. */
export interface Sight {
  area: Rectangle | null
  /** One box a digit with the character read in it, `'?'` where it could not be read. */
  boxes: { rectangle: Rectangle; text: string }[]
  /** From the axis to the tip. */
  needle: Segment | null
  /** Across a column where its surface or its pointer stands. */
  mark: Segment | null
}

/** Four corners of what is a rectangle on the meter, clockwise from its top left: ratios of the picture. */
export type Corners = [Point, Point, Point, Point]

/** What was looked at, for drawing over the photograph: leaning and turned as the photograph shows the meter. */
export interface Frame {
  area: Corners | null
  /** One box a digit with its character: that of the value, and where there is none what the box seems to show. */
  boxes: { corners: Corners; text: string }[]
  /** From the axis to the tip. */
  needle: Segment | null
  /** Across a column where its surface or its pointer stands. */
  mark: Segment | null
  /** The value as shown, or null when there is none. */
  text: string | null
}

/** What is known of the meter's earlier readings. Advice: it settles doubt, it never overrules a clear picture. */
export interface Prior {
  /** Accepted readings in the meter's unit, any order; `at` in milliseconds since 1970. */
  readings: { value: number; at: number }[]
  /** When the photograph was taken, milliseconds since 1970. */
  at: number
  /** A counter only runs up, but for its rollover. */
  rising: boolean
  /** The most that the value changes in an hour, when known. */
  hourlyRate: number | null
}

/** What reading may use beside the photograph and the settings. */
export interface ReadContext {
  /** The picture on which the settings were made: the photograph is registered to it. */
  reference?: Picture | null
  prior?: Prior | null
}

/**
 * Where earlier readings and the range had a say. Where `seen` is the value, the picture was clear and stands: what
 * is known only speaks against it. Where `seen` differs or is null, doubtful figures were settled by what is known.
 */
export interface Advice {
  /** What the picture alone says; null where it says nothing sure. */
  seen: number | null
  /** Why: of a value that was moved, what spoke against the one seen; of a value that stands, what speaks against it. */
  because: ('runs up' | 'too fast' | 'outside range' | 'like the last')[]
}

export interface ReadResult {
  /** In the meter's unit; null when the reader is not sure enough. */
  value: number | null
  /** Where a counter's last drum stands, 0 ≤ position < 10, its roll included; null for other meters. */
  position: number | null
  /**
   * How sure it is that the meter was found where its reference picture shows it, 0..1; null without a reference and
   * with one that shows too little to know the meter by.
   */
  registration: number | null
  /** Null when the value is what the picture says and nothing known speaks against it. */
  advice: Advice | null
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
  needles: Network
}
