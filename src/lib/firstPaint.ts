const { promise, resolve } = Promise.withResolvers<void>()

/** Settled when the first screen of this page has been painted. */
export const firstPaint: Promise<void> = promise

/** Call when the first screen has been drawn. */
export function announceFirstPaint(): void {
  requestAnimationFrame(() => setTimeout(resolve))
  // Nothing is painted in a tab that nobody sees.
  setTimeout(resolve, 500)
}
