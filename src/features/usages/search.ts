import * as z from 'zod/mini'
import { anId, optionalIds, optionalText } from '../../lib/searchParams.ts'
import { pageFields } from '../../ui/table/listSearch.ts'

/** `recent`: this month so far and last month; `year`: by month, `month`: by day, `day`: by hour. */
export const views = ['recent', 'year', 'month', 'day'] as const
export type View = (typeof views)[number]

/** What is added up; each meter by itself when absent. */
export const groupings = ['group', 'bearer', 'unit'] as const
export type Grouping = (typeof groupings)[number]

/** Columns, and lines of cells, that can be hidden. */
export const columnKeys = ['code', 'group', 'bearer', 'unit', 'total', 'previous', 'yearly', 'times'] as const
export type ColumnKey = (typeof columnKeys)[number]
const columnsAtFirst: ColumnKey[] = ['unit', 'total', 'previous', 'yearly', 'times']

/** Of a meter that does not count up, in a period. */
export const statistics = ['maximum', 'minimum', 'mean'] as const
export type Statistic = (typeof statistics)[number]

/** Search params of 使用量. Invalid values are dropped. */
export const usageSearch = z.object({
  view: z.catch(z.optional(z.enum(views)), undefined),
  /** A day of the period shown. */
  at: z.catch(z.optional(z.string().check(z.regex(/^(19|2\d)\d{2}-\d{2}-\d{2}$/))), undefined),
  by: z.catch(z.optional(z.enum(groupings)), undefined),
  /** Statistics of the meters that do not count up in place of usages. */
  of: z.catch(z.optional(z.enum(['gauges'])), undefined),
  /** Which statistic; all when absent. */
  statistic: z.catch(z.optional(z.enum(statistics)), undefined),
  text: optionalText,
  groups: optionalIds,
  bearers: optionalIds,
  units: optionalIds,
  columns: z.catch(z.optional(z.array(z.enum(columnKeys))), undefined),
  /** The row in the graph, by its key; `first`: that of the table. No graph when absent. */
  chart: z.catch(z.optional(z.string().check(z.regex(/^(first|m\d+|s\d*-\d*)$/))), undefined),
  /** The cell whose proof is open: its meter, and when its period begins. */
  meter: anId,
  cell: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T/))), undefined),
  /** The month whose 按分 is open. */
  allocations: z.catch(z.optional(z.string().check(z.regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/))), undefined),
  /** The row of that cell, by its key, where it is not one of usages. */
  row: z.catch(z.optional(z.string().check(z.regex(/^(m\d+|s\d*-\d*)$/))), undefined),
  sort: optionalText,
  order: z.catch(z.optional(z.enum(['asc', 'desc'])), undefined),
  ...pageFields,
})
export type UsageSearch = z.output<typeof usageSearch>

export const columnsOf = ({ columns = columnsAtFirst }: UsageSearch): readonly ColumnKey[] => columns
