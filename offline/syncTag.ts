/** Head of every background sync tag of the outbox. Each request needs a tag of its own: a browser that waits after a failure ignores a known one. */
export const syncTag = 'outbox:'
