/** Apart from the queries, so that the first script does not load their calls. */
export const mapKeys = {
  all: ['maps'] as const,
  list: ['maps', 'list'] as const,
  areas: ['maps', 'areas'] as const,
}
