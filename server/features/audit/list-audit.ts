import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../contract/audit.ts'
import type { AuditNoun } from '../../../contract/auditNouns.ts'
import type { Cursor } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import type { Interval } from '../../interval.ts'

export interface AuditFilters {
  /** Null: what belongs to none; for the owner’s transaction only. */
  organizationId: number | null
  noun: AuditNoun | undefined
  subjectId: number | undefined
  userId: number | undefined
  interval: Interval
}

export interface AuditRow {
  id: number
  at: Date
  userId: number
  username: string | null
  keyName: string | null
  noun: AuditNoun
  subjectId: number
  subjectName: string
  action: AuditAction
  /** Of a meter, a reading or an alert. */
  meterId: number | null
  /** Of a reading. */
  measuredAt: Date | null
  /** Whether it deleted a reading that is still deleted. */
  isRestorable: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The confirmation that row `t` of `alert_changes` takes back. Its comment may have been edited since. */
const undone = sql`coalesce((
  select jsonb_build_object('confirm_at', confirmation.at, 'comment', (
    select latest.comment from alert_changes latest
    where latest.alert_id = t.alert_id and latest.id < t.id order by latest.id desc limit 1))
  from alert_changes confirmation
  where confirmation.alert_id = t.alert_id and confirmation.id < t.id and confirmation.action = 'confirm'
  order by confirmation.id desc limit 1), '{}'::jsonb)`

/**
 * Tables of changes, each in the order of its indexes. An entry’s number is the row’s times their number plus the place
 * of its table, so that one order of times and numbers runs through all of them.
 */
const tables = [
  {
    table: sql`audit_entries`,
    noun: sql`t.noun`,
    holds: null,
    subject: sql`t.subject_id`,
    meter: sql`null::bigint`,
    rest: sql`t.subject_name, t.key_id, t.action, t.before, t.after`,
  },
  {
    table: sql`meter_changes`,
    noun: sql`'meter'`,
    holds: 'meter',
    subject: sql`t.meter_id`,
    meter: sql`t.meter_id`,
    rest: sql`null::text, null::bigint, t.action, t.before, t.after`,
  },
  {
    table: sql`reading_changes`,
    noun: sql`'reading'`,
    holds: 'reading',
    subject: sql`t.reading_id`,
    meter: sql`(select r.meter_id from readings r where r.id = t.reading_id)`,
    rest: sql`null::text, null::bigint, t.action, t.before,
      case when t.reason is null then t.after else t.after || jsonb_build_object('reason', t.reason) end`,
  },
  {
    table: sql`alert_changes`,
    noun: sql`'alert'`,
    holds: 'alert',
    subject: sql`t.alert_id`,
    meter: sql`t.meter_id`,
    rest: sql`null::text, null::bigint, case when t.action in ('comment', 'assign') then 'update' else t.action end,
      case t.action
        when 'comment' then jsonb_build_object('comment', t.previous_comment)
        when 'assign' then jsonb_build_object('assignee', t.previous_assignee)
        when 'undo' then ${undone}
        else '{}'::jsonb end,
      case when t.action = 'assign' then jsonb_build_object('assignee', t.assignee)
        when t.action <> 'comment' and t.comment is null then '{}'::jsonb
        else jsonb_build_object('comment', t.comment) end`,
  },
] as const

type Source = (typeof tables)[number]

const isWanted = ({ holds }: Source, { noun, organizationId }: AuditFilters): boolean =>
  organizationId === null
    ? holds === null
    : noun === undefined || holds === noun || (holds === null && tables.every((each) => each.holds !== noun))

/** Undefined filters select everything. */
function conditionsOf(source: Source, filters: AuditFilters): SQL {
  const { organizationId, noun, subjectId, userId, interval } = filters
  const conditions = [
    organizationId === null
      ? sql`t.organization_id is null`
      : sql`t.organization_id = ${organizationId}::bigint`,
    ...(noun === undefined || source.holds !== null ? [] : [sql`t.noun = ${noun}`]),
    ...(subjectId === undefined ? [] : [sql`${source.subject} = ${subjectId}::bigint`]),
    ...(userId === undefined ? [] : [sql`t.user_id = ${userId}::bigint`]),
    ...(interval.from === null ? [] : [sql`t.at >= ${interval.from.toISOString()}::timestamptz`]),
    ...(interval.before === null ? [] : [sql`t.at < ${interval.before.toISOString()}::timestamptz`]),
  ]
  return sql.join(conditions, sql` and `)
}

const chosen = (filters: AuditFilters) =>
  tables.flatMap((source, tableIndex) => (isWanted(source, filters) ? [{ source, tableIndex }] : []))

/** Newest first. Each table gives a page at most, off an index; names are looked up for the page only. */
export function auditSql(
  filters: AuditFilters,
  { skip, limit, after }: { skip: number; limit: number; after: Cursor | null },
): SQL {
  const parts = chosen(filters).map(({ source, tableIndex }) => {
    const behind =
      after === null
        ? sql``
        : sql`and (t.at, t.id) < (${after.at.toISOString()}::timestamptz,
            ${Math.ceil((after.id - tableIndex) / tables.length)}::bigint)`
    return sql`(select t.id * ${sql.raw(`${tables.length}`)} + ${sql.raw(`${tableIndex}`)} as id, t.at, t.user_id,
      ${source.noun} as noun, ${source.subject} as subject_id, ${source.meter} as meter_id, ${source.rest}
      from ${source.table} t where ${conditionsOf(source, filters)} ${behind}
      order by t.at desc, t.id desc limit ${skip + limit})`
  })
  return sql`
    select e.id, e.at, e.user_id, u.username, k.name as key_name, e.noun, e.subject_id,
      coalesce(e.subject_name, m.name, '') as subject_name, e.action, e.before, e.after,
      e.meter_id, r.created_at as measured_at, coalesce(e.action = 'delete' and r.deleted_at = e.at, false) as is_restorable
    from (
      select * from (${sql.join(parts, sql` union all `)})
        as entries (id, at, user_id, noun, subject_id, meter_id, subject_name, key_id, action, before, after)
      order by at desc, id desc offset ${skip} limit ${limit}
    ) e
    left join users u on u.id = e.user_id
    left join api_keys k on k.id = e.key_id
    left join meters m on m.id = e.meter_id
    left join readings r on e.noun = 'reading' and r.id = e.subject_id
    order by e.at desc, e.id desc`
}

interface RawRow extends Record<string, unknown> {
  id: string
  at: Date | string
  user_id: string
  username: string | null
  key_name: string | null
  noun: AuditNoun
  subject_id: string
  subject_name: string
  action: AuditAction
  meter_id: string | null
  measured_at: Date | string | null
  is_restorable: boolean
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export async function listAudit(
  tx: Tx,
  filters: AuditFilters,
  slice: { skip: number; limit: number; after: Cursor | null },
): Promise<AuditRow[]> {
  const { rows } = await tx.execute<RawRow>(auditSql(filters, slice))
  return rows.map((row) => ({
    id: Number(row.id),
    at: new Date(row.at),
    userId: Number(row.user_id),
    username: row.username,
    keyName: row.key_name,
    noun: row.noun,
    subjectId: Number(row.subject_id),
    subjectName: row.subject_name,
    action: row.action,
    meterId: row.meter_id === null ? null : Number(row.meter_id),
    measuredAt: row.measured_at === null ? null : new Date(row.measured_at),
    isRestorable: row.is_restorable,
    before: row.before,
    after: row.after,
  }))
}

export async function countAudit(tx: Tx, filters: AuditFilters): Promise<number> {
  const counts = chosen(filters).map(
    ({ source }) => sql`(select count(*) from ${source.table} t where ${conditionsOf(source, filters)})`,
  )
  const { rows } = await tx.execute<{ n: string }>(sql`select ${sql.join(counts, sql` + `)} as n`)
  return Number(rows[0]?.n ?? 0)
}
