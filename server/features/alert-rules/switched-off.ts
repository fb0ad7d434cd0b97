/** When a rule that is switched off begins to judge: never. */
export const never = new Date('9999-12-31T00:00:00Z')
