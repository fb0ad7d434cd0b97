/** The worst of a pin’s devices and their meters, in this order. */
export const pinStates = [
  'abnormal',
  'silent',
  'broken',
  'weak',
  'waiting',
  'input',
  'setup',
  'unsure',
  'normal',
  'empty',
] as const
export type PinState = (typeof pinStates)[number]

/** States of pins that need a person. */
export const troubles = pinStates.filter(
  (state): state is Exclude<PinState, 'normal' | 'empty'> => state !== 'normal' && state !== 'empty',
)

/** What the summary counts, and which pins are shown after a press on its card. */
export const pinFilters = [...troubles, 'cameras'] as const
export type PinFilter = (typeof pinFilters)[number]
