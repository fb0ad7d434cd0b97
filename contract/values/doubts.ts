import * as z from 'zod/mini'
import { withDescription } from '../calls/withDescription.ts'

/** What speaks against a value, so that a person was asked before it was taken. */
export const doubts = [
  'not_as_read',
  'other_meter',
  'same_picture',
  'abnormal',
  'out_of_range',
  'backwards',
  'above_next',
  'too_fast',
  'large_change',
  'unusual_month',
] as const
export type Doubt = (typeof doubts)[number]

const meaning = 'what spoke against the value when a person confirmed it all the same'

export const confirmedDoubts = withDescription(z.array(z.enum(doubts)), meaning)

/** The same in a query, joined by commas. */
export const confirmedDoubtsParam = withDescription(
  z.codec(
    z.string().check(z.regex(new RegExp(`^(?:${doubts.join('|')})(?:,(?:${doubts.join('|')}))*$`))),
    z.array(z.enum(doubts)).check(z.minLength(1), z.maxLength(doubts.length)),
    { decode: (text) => text.split(',') as Doubt[], encode: (all) => all.join(',') },
  ),
  meaning,
)
