const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves after the first screen's paint. */
export const firstPaint: Promise<void> = promise

/** Call when the first screen has rendered. */
export function announceFirstPaint(): void {
  requestAnimationFrame(() => setTimeout(resolve))
  // A hidden tab never paints.
  setTimeout(resolve, 500)
}
