/** A place on a column or a straight scale. */
export interface Mark {
  /** 0 at the start of the range, 1 at its end. */
  share: number
  /** 0..1. */
  confidence: number
}
