export type CategoryId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

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
  /** The label tape beside the meter. */
  label: string
  brand: string
  /** Seeds scratches, dust and texture. */
  seed: number
}

/** [angle in degrees clockwise from twelve o’clock, value]; angles rise from pin to pin and may be negative. */
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
  /** Short ticks from one long tick to the next. */
  minor: number
  /** Values that carry a numeral; every long tick without it. */
  numerals?: readonly number[]
  bands: readonly Band[]
  legend: readonly string[]
}

export interface RoundStyle extends Scene, NeedleScale {
  kind: 'round'
  dial: 'white' | 'cream' | 'black'
  bezel: 'steel' | 'black' | 'brass'
  mount: 'pipe' | 'panel'
  needle: 'lance' | 'sword' | 'bar'
  /** Where the red drag pointer has been left. */
  drag?: number
}

export interface PanelStyle extends Scene, NeedleScale {
  kind: 'panel'
  /** The glass through which scale and needle are seen. */
  window: Box
  body: Box
  frame: 'black' | 'grey'
  /** Height of the plastic cover over the lower part of the window. */
  cover: number
}

export interface CounterStyle extends Scene {
  kind: 'counter'
  casing: 'gas' | 'water' | 'energy'
  boxes: readonly Box[]
  drum: 'black' | 'white'
  decimalDrum: 'red' | 'white'
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
  /** Where the range starts and ends, on the middle of the tube or slot. */
  start: Point
  end: Point
  /** Width of the tube or slot across the scale. */
  bore: number
  major: number
  minor: number
  bands: readonly Band[]
}

export interface ManometerStyle extends Scene {
  kind: 'manometer'
  /** Middle between the legs where both stand at zero. */
  zero: Point
  /** Pixels one leg moves when the difference is the whole range. */
  travel: number
  spread: number
  bore: number
}

export interface SubdialStyle extends Scene {
  kind: 'subdials'
  centre: Point
  dials: readonly { place: Point; unit: number }[]
}

export type Style =
  | RoundStyle
  | PanelStyle
  | CounterStyle
  | DisplayStyle
  | ColumnStyle
  | ManometerStyle
  | SubdialStyle

/** A quantity that swings with the hour and the weekday. Amounts are in the meter’s unit. */
export interface Wave {
  kind: 'wave'
  base: number
  /** Half the daily swing, highest at `peak` (hour of the day in Japan). */
  swing: number
  peak: number
  /** Half the slow wandering over weeks. */
  drift: number
  /** Half the unrest from minute to minute. */
  unrest: number
  /** Share of the swing that remains on Saturdays and Sundays. */
  weekend: number
  /** Now and then the quantity runs towards `towards` and returns; `share` of the six-hour spans see one. */
  excursion: { share: number; towards: number } | null
}

/** A total that only grows. */
export interface Total {
  kind: 'total'
  /** Reading at the start of 2026 in Japan. */
  start: number
  /** Units on an ordinary working day. */
  daily: number
  /** Share of it used on Saturdays and Sundays. */
  weekend: number
  /** Shares of the day by four-hour span, from midnight. */
  profile: readonly [number, number, number, number, number, number]
}

export type Behaviour = Wave | Total

export interface Face {
  key: string
  /** The meter’s name in the demonstration. */
  name: string
  category: CategoryId
  unit: string
  range: { start: number; end: number } | null
  /** The band of values that is abnormal, inclusive. */
  abnormal: { start: number; end: number } | null
  decimals: number
  /** Figures of a counter or a display, decimals included; null where there are none. */
  digits: number | null
  style: Style
  behaviour: Behaviour
}

/** How a picture was taken. `plain` in conditions.ts is straight on in good light. */
export interface Conditions {
  seed: number
  /** Exposure: 1 is right, 0.4 dim, 1.3 over. */
  light: number
  /** Fall of light across the picture, 0..0.5, towards `lightFrom` degrees clockwise from twelve. */
  gradient: number
  lightFrom: number
  /** -1 blue to 1 amber. */
  warmth: number
  /** Degrees the camera leans, towards `tiltTo` degrees clockwise from twelve. */
  tilt: number
  tiltTo: number
  /** Degrees clockwise. */
  rotation: number
  /** Shift as a ratio of the width. */
  shift: Point
  /** 1 as framed, more is nearer. */
  zoom: number
  /** Standard deviation in pixels. */
  blur: number
  /** Standard deviation in levels of 255. */
  noise: number
  /** Reflection in the glass, 0..1. */
  glare: number
  /** JPEG quality, 1..100. */
  quality: number
  /** What keeps the picture from being read at all. */
  cover: 'none' | 'lens' | 'fog' | 'night'
}

export interface Truth {
  /** What a careful person reads: counters and displays to their last figure, needles and columns exactly. */
  value: number
  /** Figures from left to right without a point, a space for a blank one; null where there are none. */
  ocr: string | null
  /** Needle, degrees clockwise from twelve, 0..360; null without a needle. */
  degree: number | null
}

export interface Photograph {
  jpeg: Buffer
  width: number
  height: number
  truth: Truth
}
