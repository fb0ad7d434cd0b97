import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { idParam, newValue } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { readingSchema } from '../readings.ts'

/*
 * 抜き取り確認: some readings of which the reader was sure come to 要確認 without their value, until a person has typed
 * what the picture shows. Which ones follows from their ids.
 */

/** Percent of the readings of which the reader was sure; 0: none. */
export const blindPercents = [0, 0.5, 1, 1.5, 2] as const
export type BlindPercent = (typeof blindPercents)[number]

/** Readings of as many days are drawn. */
export const blindDays = 7

const setting = z.object({ percent: z.literal([...blindPercents]) })

export const blindEndpoints = {
  blindSample: endpoint({
    method: 'GET',
    path: '/api/v1/review/blind-sample',
    access: 'admin',
    summary: 'How many of the readings of which the reader was sure come to 要確認 without their value',
    data: setting,
  }),
  updateBlindSample: endpoint({
    method: 'PUT',
    path: '/api/v1/review/blind-sample',
    access: 'admin',
    summary: 'Change how many come without their value',
    body: z.strictObject({ percent: z.literal([...blindPercents]) }),
    data: setting,
  }),
  checkBlind: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value/{id}/blind-check',
    access: 'user',
    summary:
      'Type the value of a reading that came without it. Where both agree the reading’s value is confirmed, otherwise it waits for a decision',
    params: z.object({ id: idParam }),
    body: z.strictObject({ value: newValue }),
    data: z.object({
      agrees: withDescription(
        z.boolean(),
        'they differ by at most one unit of the last digit, or, for needles, levels and scales, by 2 % of the measuring range',
      ),
      reading: withDescription(readingSchema, 'with its value'),
    }),
    errors: ['not_found'],
    subject: 'reading',
  }),
}
