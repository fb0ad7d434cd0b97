import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { id, idParam, imageBase64, multilineText, requiredText, sha256 } from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'

/** Category types. Code decides by type, never by a row’s id: administrators add categories. */
export const categoryType = {
  circle: 0,
  square: 1,
  segment: 2,
  counter: 3,
  special: 4,
  level: 5,
  scale: 6,
  dot: 7,
  other: 99,
} as const
export type CategoryType = (typeof categoryType)[keyof typeof categoryType]

const of = (...types: CategoryType[]) => {
  const set = new Set<CategoryType>(types)
  return (type: CategoryType) => set.has(type)
}
/** Read by the angle of a needle. */
export const isAnalog = of(categoryType.circle, categoryType.square)
/** Read digit by digit. */
export const isDigital = of(categoryType.segment, categoryType.counter, categoryType.dot)

/** Categories of one family share the format of the settings string; `none` have no such string. */
type CategoryFamily = 'analog' | 'digital' | 'none'

export function familyOf(type: CategoryType): CategoryFamily {
  if (isAnalog(type)) return 'analog'
  return isDigital(type) ? 'digital' : 'none'
}

/** Whether a change of category invalidates the meter’s settings string. */
export const clearsSettings = (before: CategoryType, after: CategoryType): boolean =>
  familyOf(before) !== familyOf(after)

/** From when on a closing looks at a change of usage, until somebody says otherwise. */
export const initialChangeLimits = { percent: 50, least: 0 } as const
export const largestChangeLimits = { percent: 1000, least: 1_000_000 } as const

const changePercent = withDescription(
  z.int().check(z.gte(1), z.lte(largestChangeLimits.percent)),
  'a closing looks at usages a day that differ from the month before or a year ago by more per cent, either way',
)
const changeLeast = withDescription(
  z.number().check(z.gte(0), z.lte(largestChangeLimits.least)),
  'and by at least so much a day, in the meter’s unit',
)

const categorySchema = z
  .object({
    id,
    name: z.string(),
    type: z.literal(Object.values(categoryType)),
    icon: withDescription(z.nullable(z.string()), 'address of an icon of its own; null: the type’s'),
    status: withDescription(z.literal([0, 1]), '0 active, 1 disabled'),
    description: z.string(),
    change_percent: changePercent,
    change_least: changeLeast,
  })
  .register(z.globalRegistry, { id: 'MeterCategory' })
export type Category = z.infer<typeof categorySchema>

/** Px: an icon is cut to this on its long side. */
export const iconLimit = 500

/** How many meters of all organizations have a row of a master list. */
export const usageSchema = z.array(z.object({ id, meters: z.int().check(z.nonnegative()) }))

const categoryFields = {
  name: requiredText,
  type: z.literal(Object.values(categoryType)),
  description: multilineText.check(z.minLength(1)),
  icon_base64: withDescription(z.optional(z.nullable(imageBase64)), 'a new icon'),
  change_percent: z.optional(changePercent),
  change_least: z.optional(changeLeast),
}

export const categoryEndpoints = {
  categories: endpoint({
    method: 'GET',
    path: '/api/v1/meters-categories',
    access: 'user',
    summary: 'Meter categories, the master list',
    data: z.array(categorySchema),
  }),
  categoryUsage: endpoint({
    method: 'GET',
    path: '/api/v1/meter-categories/usage',
    access: 'system',
    summary: 'How many meters have each meter category',
    data: usageSchema,
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/v1/meter-category',
    access: 'system',
    summary: 'Add a meter category',
    body: z.strictObject({ ...categoryFields, status: z.optional(z.literal(0)) }),
    data: categorySchema,
    errors: ['picture_unsupported'],
  }),
  updateCategory: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-categories/{id}',
    access: 'system',
    summary: 'Change a meter category',
    params: z.object({ id: idParam }),
    body: z.strictObject({
      ...categoryFields,
      status: z.literal([0, 1]),
      icon_path: withDescription(
        z.optional(z.nullable(z.string().check(z.maxLength(200)))),
        'the icon that it has, to keep it; null: the icon of the type again',
      ),
    }),
    data: categorySchema,
    errors: ['not_found', 'picture_unsupported'],
  }),
  deleteCategory: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-categories/{id}',
    access: 'system',
    summary: 'Delete a meter category that no meter has',
    params: z.object({ id: idParam }),
    data: z.object({ id }),
    errors: ['not_found', 'master_in_use'],
  }),
  categoryIcon: endpoint({
    method: 'GET',
    path: '/api/v1/category-icons/{sha256}',
    access: 'public',
    summary: 'Icon of a meter category; never changes',
    params: z.object({ sha256 }),
    data: null,
    media: 'image/*',
    errors: ['not_found'],
  }),
}
