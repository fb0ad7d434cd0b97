/** As wide as helps, with a margin beside it. */
export const dialogWidth = 'min(96vw, 1280px)'
