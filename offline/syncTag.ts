/**
 * Prefix of the outbox's background sync tags. Each request needs its own tag: while a browser waits to
 * retry, it ignores a known one.
 */
export const syncTag = 'outbox:'
