/** The rounds of now, the past ones, and proposed orders. */
export const roundKeys = { all: ['rounds'] as const }
