/** Keys of the cache. Apart from the query, so that only the screens that show cost bearers load its call. */
export const costBearerKeys = { all: ['cost-bearers'] as const }
