/** A place on a column or a straight scale, as one lane shows it. */
export interface Mark {
  /** 0 at the start of the range, 1 at its end; a little less or more beside the area. */
  share: number
  /** How clearly the lane shows it, 0..1. */
  weight: number
}
