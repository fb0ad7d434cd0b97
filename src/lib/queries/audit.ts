import { infiniteQueryOptions } from '@tanstack/react-query'
import {
  type AuditEntry,
  type AuditNoun,
  auditEndpoints,
  auditNouns,
  commonAuditNouns,
} from '../../../contract/audit.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import { call } from '../session/api.ts'
import { type List, listKeys } from './pagedList.ts'

export const auditKeys = {
  all: listKeys('audit-entries').all,
  ofNoun: (noun: AuditNoun) => ['audit-entries', 'of', noun] as const,
  of: (noun: AuditNoun, id: number, organizationId?: number) =>
    ['audit-entries', 'of', noun, id, organizationId] as const,
}

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
