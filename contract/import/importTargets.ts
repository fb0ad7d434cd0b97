/** What can be imported so far; `importNouns` knows the columns of more. */
export const importTargets = ['meters', 'readings'] as const
export type ImportTarget = (typeof importTargets)[number]
