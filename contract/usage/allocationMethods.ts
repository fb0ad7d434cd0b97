/** How the usage of a meter is allocated: not, by the usages of its children, or by fixed shares of cost bearers. */
export const allocationMethods = ['none', 'usage', 'shares'] as const
export type AllocationMethod = (typeof allocationMethods)[number]
