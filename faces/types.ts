type CategoryId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** Pixels of the straight-on picture, from its top left. */
export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  width: number
  height: number
}

export type Wall = 'concrete' | 'cream' | 'grey' | 'steel' | 'dark'

interface Scene {
  width: number
  height: number
  wall: Wall
  /** Text of the tape beside the meter. */
  label: string
  brand: string
  /** For scratches, dust and texture. */
  seed: number
}

/** Degrees clockwise from twelve; angles rise from pin to pin and may be negative. */
export type Pin = readonly [angle: number, value: number]

export interface Band {
  from: number
  to: number
  colour: string
}

interface NeedleScale {
  axis: Point
  /** From the axis to the scale pins. */
  radius: number
  pins: readonly Pin[]
  /** Value between long ticks. */
  major: number
  /** Short ticks per long tick. */
  minor: number
  /** Values with a numeral; default: every long tick. */
  numerals?: readonly number[]
  bands: readonly Band[]
  legend: readonly string[]
}

export interface RoundStyle extends Scene, NeedleScale {
  kind: 'round'
  dial: 'white' | 'cream' | 'black'
  bezel: 'steel' | 'black' | 'brass'
  mount: 'pipe' | 'panel'
  needle: 'lance' | 'sword' | 'bar' | 'thread'
  /** Value of the red drag pointer. */
  drag?: number
}

export interface PanelStyle extends Scene, NeedleScale {
  kind: 'panel'
  /** The glass over scale and needle. */
  window: Box
  body: Box
  frame: 'black' | 'grey'
  /** Height of the plastic cover over the window's lower part. */
  cover: number
}

/** A water meter's dial for one decimal place. */
export interface SmallDial {
  place: Point
  /** What a division stands for. */
  unit: number
  /** Degrees by which its pointer was fixed askew. */
  off?: number
}

export interface CounterStyle extends Scene {
  kind: 'counter'
  casing: 'gas' | 'water' | 'energy'
  boxes: readonly Box[]
  drum: 'black' | 'white'
  decimalDrum: 'red' | 'white'
  /** Of a water meter, the drums' next decimal places. */
  dials?: readonly SmallDial[]
  /** The last drum moves only while its dial goes from 9 to 0, not evenly with it. */
  late?: boolean
}

export interface DisplayStyle extends Scene {
  kind: 'display'
  boxes: readonly Box[]
  screen: Box
  housing: 'controller' | 'converter' | 'smart' | 'signboard' | 'detector'
  glow: 'red' | 'green' | 'amber' | 'lcd'
  figures: 'segment' | 'dot'
  leadingZeros: boolean
}

export interface ColumnStyle extends Scene {
  kind: 'column'
  look: 'water' | 'oil' | 'float' | 'edgewise'
  /** Ends of the range on the middle of the tube or slot. */
  start: Point
  end: Point
  /** Width of the tube or slot. */
  bore: number
  major: number
  minor: number
  bands: readonly Band[]
}

export interface ManometerStyle extends Scene {
  kind: 'manometer'
  /** Middle between the legs, where both stand at zero. */
  zero: Point
  /** Pixels one leg moves over the whole range. */
  travel: number
  spread: number
  bore: number
}

export interface SubdialStyle extends Scene {
  kind: 'subdials'
  centre: Point
  dials: readonly SmallDial[]
}

export type Style =
  | RoundStyle
  | PanelStyle
  | CounterStyle
  | DisplayStyle
  | ColumnStyle
  | ManometerStyle
  | SubdialStyle

/** A value with daily and weekly cycles, in the meter's unit. */
export interface Wave {
  kind: 'wave'
  base: number
  /** Half the daily swing, highest at hour `peak` in Japan. */
  swing: number
  peak: number
  /** Amplitude of the slow change over weeks. */
  drift: number
  /** Amplitude of the change from minute to minute. */
  unrest: number
  /** Fraction of the swing on weekends. */
  weekend: number
  /** Occasional runs towards `towards` and back, in `share` of the six-hour intervals. */
  excursion: { share: number; towards: number } | null
}

/** A total that only grows. */
export interface Total {
  kind: 'total'
  /** Reading at the start of 2026 in Japan. */
  start: number
  /** Units on a working day. */
  daily: number
  /** Fraction of it on weekends. */
  weekend: number
  /** Fractions of the day by four-hour intervals, from midnight. */
  profile: readonly [number, number, number, number, number, number]
}

type Behaviour = Wave | Total

export interface Face {
  key: string
  /** In the demonstration. */
  name: string
  category: CategoryId
  unit: string
  range: { start: number; end: number } | null
  /** Abnormal range, inclusive. */
  abnormal: { start: number; end: number } | null
  decimals: number
  /** Of a counter or display, decimals included; null: none. */
  digits: number | null
  style: Style
  behaviour: Behaviour
}

/** How a picture was taken. */
export interface Conditions {
  seed: number
  /** Exposure: 1 is right, 0.4 dim, 1.3 over. */
  light: number
  /** Light gradient across the picture, 0..0.5, towards `lightFrom` degrees clockwise from twelve. */
  gradient: number
  lightFrom: number
  /** -1 blue to 1 amber. */
  warmth: number
  /** Degrees of the camera's lean, towards `tiltTo` degrees clockwise from twelve. */
  tilt: number
  tiltTo: number
  /** Degrees clockwise. */
  rotation: number
  /** Shift as a ratio of the width. */
  shift: Point
  /** 1 as framed, more is closer. */
  zoom: number
  /** Standard deviation in pixels. */
  blur: number
  /** Standard deviation in grey levels. */
  noise: number
  /** 0..1. */
  glare: number
  /** Fraction of the contrast that steam or dirty glass takes, in patches. */
  haze: number
  /** JPEG quality, 1..100. */
  quality: number
  /** Makes the picture unreadable. */
  cover: 'none' | 'lens' | 'fog' | 'night'
}

export interface Truth {
  /** What a careful person reads: counters and displays to their last digit, needles and columns exactly. */
  value: number
  /** Digits left to right without a point, a space for a blank; null: none. */
  ocr: string | null
  /** Degrees clockwise from twelve, 0..360; null: no needle. */
  degree: number | null
}

export interface Photograph {
  jpeg: Buffer
  width: number
  height: number
  truth: Truth
}
