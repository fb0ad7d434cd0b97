/** Ends only what hangs: the machine may be busy. Milliseconds. */
export const longestWait = 120_000
