/** Length of every text input at most. */
export const textLimit = 100

/** The largest value that is accepted, either way: with any multiplier and in any sum it stays finite and exact. */
export const maxValue = 1e15

/** Ids in one list at most: thousands would exceed Node’s limit for request headers (16 kB). */
export const idListLimit = 1000
