/** How the index of a meter is rounded before usage is computed from it. `integer`: cut to the integer below. */
export const roundings = ['none', 'integer'] as const
export type Rounding = (typeof roundings)[number]
