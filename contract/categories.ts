import * as z from 'zod/mini'
import { described } from './described.ts'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

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

const categorySchema = z
  .object({
    id,
    name: z.string(),
    type: z.literal(Object.values(categoryType)),
    icon: z.nullable(z.string()),
    status: described(z.literal([0, 1]), '0 active, 1 disabled'),
    description: z.string(),
  })
  .register(z.globalRegistry, { id: 'MeterCategory' })
export type Category = z.infer<typeof categorySchema>

export const categoryEndpoints = {
  categories: endpoint({
    method: 'GET',
    path: '/api/v1/meters-categories',
    access: 'user',
    summary: 'Meter categories, the master list',
    data: z.array(categorySchema),
  }),
}
