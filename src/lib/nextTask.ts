/** Yields, so that the browser can respond and paint. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
