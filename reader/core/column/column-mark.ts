export interface Mark {
  /** 0 at the start of the range, 1 at its end; may be slightly outside. */
  share: number
  /** How clearly the lane shows it, 0..1. */
  weight: number
}
