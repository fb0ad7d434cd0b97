/**
 * What a reading’s value is, as one word on each screen, in files and in the API. `sure`: read from the picture or
 * measured without a doubt; `unsure`: a person should check it; `refused`: the reader found no value in the picture;
 * `waiting`: the picture is being read; `settings`: the picture waits for reading settings, or for a typed value where
 * the meter cannot be read; `fault`: no value, because the 4 to 20 mA loop is broken or short; `missing`: no value
 * otherwise; `typed`, `imported`: a person gave the value; `device`: the device read the meter by itself; `confirmed`: a
 * person accepted what was read or reported; `corrected`: a person replaced it.
 */
export const readingStates = [
  'sure',
  'unsure',
  'refused',
  'waiting',
  'settings',
  'fault',
  'missing',
  'typed',
  'imported',
  'device',
  'confirmed',
  'corrected',
] as const
export type ReadingState = (typeof readingStates)[number]
