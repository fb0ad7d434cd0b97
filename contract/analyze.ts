import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { imageBase64 } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { categoryType } from './categories.ts'
import { maxDigits } from './meters.ts'

const ratio = z.number().check(z.minimum(0), z.maximum(1))

const analyzeFields = z.strictObject({
  image_base64: imageBase64,
  use_ai_boost: z._default(z.boolean(), false),
  settings: withDescription(
    z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
    '`angle:value,…` of a scale, or `x1@y1:x2@y2,…`, a rectangle a digit, and of a counter its dials, `x@y:radius:multiplier`',
  ),
  meter_type: withDescription(
    z.optional(z.literal(Object.values(categoryType))),
    'type of a category; by default what the settings are of, or a counter',
  ),
  area: withDescription(
    z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    'where the meter is: `x1:y1,x2:y2`, ratios of the picture',
  ),
  digit_numbers: z.optional(z.int().check(z.minimum(1), z.maximum(maxDigits))),
  axis: withDescription(
    z.optional(z.strictObject({ x: ratio, y: ratio })),
    'of the needle: ratios of the picture',
  ),
  radius: withDescription(z.optional(ratio), 'from axis to scale: a ratio of the picture’s width'),
})
export type AnalyzeFields = z.infer<typeof analyzeFields>

const analysisSchema = z
  .object({
    value: withDescription(z.nullable(z.number()), 'null: not found; in v1 also: not sure enough'),
    degree: withDescription(z.nullable(z.number()), 'of the needle, clockwise from twelve o’clock'),
    ocr: withDescription(z.nullable(z.string()), 'digits from left to right, `?` for an unreadable one'),
    category_name: z.string(),
    x: withDescription(z.nullable(z.number()), 'middle of what was read, a ratio of the picture’s width'),
    y: withDescription(z.nullable(z.number()), 'the same of its height'),
    old_value: withDescription(z.nullable(z.number()), 'without AI boost, where that was used'),
    ai_boost_enabled: withDescription(z.boolean(), 'whether AI boost was used'),
    result_image: withDescription(
      z.nullable(z.string()),
      'the picture with what was read framed, as a `data:` address; it is not kept',
    ),
    confidence: withDescription(z.number(), '0 to 1; below 0.6 the value is a guess, which only v2 returns'),
    reasons: withDescription(z.array(z.string()), 'why the value is missing or doubtful'),
  })
  .register(z.globalRegistry, { id: 'Analysis' })
export type Analysis = z.infer<typeof analysisSchema>

const analyze = {
  method: 'POST',
  access: 'admin',
  body: analyzeFields,
  data: withDescription(z.array(analysisSchema), 'empty: nothing was read, `messages` say why'),
  errors: ['plan_refused', 'picture_unsupported'],
} as const

export const analyzeEndpoints = {
  analyzeV1: endpoint({
    ...analyze,
    path: '/api/v1/analyze/auto-front',
    summary: 'Read a picture by what is sent, and nothing else; nothing is kept',
  }),
  analyzeV2: endpoint({
    ...analyze,
    path: '/api/v2/analyze/auto-front',
    summary: 'Read a picture; dial and digits that are not sent are found in it; nothing is kept',
  }),
}
