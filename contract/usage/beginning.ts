/** A child in a period; times in milliseconds since 1970. */
export interface ChildPeriod {
  /** When the child was read for the first time; when it was registered, if it never was. */
  begunAt: number
  /** The end of the period, or the child’s closing reading there. */
  endAt: number
}

/**
 * Whether a child counts towards its parent in a period. The relation has no date, so a new child would leave earlier
 * months without a known usage: it counts from its first reading on.
 */
export const hasBegun = ({ begunAt, endAt }: ChildPeriod): boolean => begunAt < endAt
