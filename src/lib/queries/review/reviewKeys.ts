/** Apart from the queries, so that the first script does not load their calls. */
export const reviewKeys = {
  count: ['review', 'count'] as const,
  items: (readingId: number | undefined) => ['review', 'items', readingId] as const,
}
