import { infiniteQueryOptions } from '@tanstack/react-query'
import { type AuditEntry, auditEndpoints } from '../../../contract/audit.ts'
import { type AuditNoun, auditNouns, commonAuditNouns } from '../../../contract/auditNouns.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import { call } from '../session/api.ts'
import { auditKeys } from './auditKeys.ts'
import type { List } from './pagedList.ts'

export interface AuditFilters {
  /** `common`: all that belongs to no organization. */
  noun: AuditNoun | 'common' | undefined
  userId: number | undefined
  span: Span
}

const isOwn = (noun: AuditFilters['noun']): noun is (typeof auditNouns)[number] =>
  auditNouns.some((each) => each === noun)
const isCommon = (noun: AuditFilters['noun']): noun is (typeof commonAuditNouns)[number] =>
  commonAuditNouns.some((each) => each === noun)

/** Where nobody tells of changes. */
const pollInterval = 60_000

/** Who did what, newest first; what belongs to no organization is another call, of system administrators. */
export const auditList = (filters: AuditFilters): List<AuditEntry> => ({
  noun: 'audit-entries',
  filters,
  order: 'desc',
  fetch: async ({ limit, skip, after }, signal) => {
    const { noun, userId, span } = filters
    const query = {
      limit,
      skip,
      after,
      user_id: userId,
      created_span: spanQuery(span),
    }
    const { data, ...rest } =
      noun === 'common' || isCommon(noun)
        ? await call(auditEndpoints.commonAuditEntries, {
            query: { ...query, noun: isCommon(noun) ? noun : undefined },
            signal,
          })
        : await call(auditEndpoints.auditEntries, {
            query: { ...query, noun: isOwn(noun) ? noun : undefined },
            signal,
          })
    return { rows: data, ...rest }
  },
  pollInterval: () => pollInterval,
})

const entriesAtOnce = 10

/** What was done to one thing, newest first; of another organization for system administrators. */
export const auditOfQuery = (noun: (typeof auditNouns)[number], id: number, organizationId?: number) =>
  infiniteQueryOptions({
    queryKey: auditKeys.of(noun, id, organizationId),
    queryFn: ({ pageParam, signal }) =>
      call(auditEndpoints.auditEntries, {
        query: {
          noun,
          subject_id: id,
          organization_id: organizationId,
          limit: entriesAtOnce,
          after: pageParam,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 30_000,
  })
