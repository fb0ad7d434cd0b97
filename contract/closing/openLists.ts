/** What a person looks at before closing a month: meters by state and by failed checks. */
export const openLists = [
  'missing',
  'review',
  'estimated',
  'parent',
  'compared',
  'backwards',
  'estimated_twice',
  'verification_expired',
] as const
export type OpenList = (typeof openLists)[number]
