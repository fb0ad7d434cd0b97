import type { Caller } from '../support/server/http.ts'
import type { Filled } from './api-data.ts'

/** An API list, and plain SQL for the same rows. */
export interface Case {
  title: string
  path: string
  rows: string
  /** Null: the list has no count. */
  count: string | null
}

const day = 86_400_000

export async function casesOf(
  caller: Caller,
  { organization, meterIds, groupId, end, days }: Filled,
): Promise<Case[]> {
  const of = `r.organization_id = ${organization.id} and r.deleted_at is null`
  // Exactly the response's columns.
  const columns = `select r.id, r.meter_id, r.value, r.value_source, r.is_abnormal, r.source, r.read_state, r.read_value,
    r.ocr, r.degree, r.confidence, r.reasons, r.position, r.registration, r.advice, r.picture_sha256, r.result_sha256,
    r.ai_boost_enabled, r.wakeup_reason, r.created_at, r.received_at, r.updated_at, u.username,
    m.name, m.meter_unit_id, m.meter_category_id, m.meter_group_id, m.inspection_id, m.decimal_point`
  const tables = `from readings r join meters m on m.id = r.meter_id left join users u on u.id = r.created_by_user_id`
  const local = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const spanOf = (length: number) => {
    const from = local(new Date(end.getTime() - (length + 1) * day))
    const to = local(new Date(end.getTime() - 2 * day))
    return {
      query: `recorded_span=${encodeURIComponent(`${from}>,${to}<`)}`,
      where: `r.created_at >= '${from} 00:00+09' and r.created_at < date '${to}' + time '00:00+09' + interval '1 day'`,
    }
  }
  const list = (
    title: string,
    query: string,
    where = 'true',
    more: { limit?: number; skip?: number } = {},
  ): Case => {
    const { limit = 50, skip = 0 } = more
    const condition = `where ${of} and ${where}`
    return {
      title,
      path: `/api/v1/meters-values?limit=${limit}&skip=${skip}&${query}`,
      rows: `${columns} ${tables} ${condition} order by r.created_at desc, r.id desc limit ${limit} offset ${skip}`,
      count: `select count(*) ${tables} ${condition}`,
    }
  }
  const series = (title: string, ids: number[], length: number | null): Case => {
    const span = length === null ? null : spanOf(length)
    return {
      title,
      path: `/api/v1/meters-values/series?meter_ids=${ids.join(',')}&${span?.query ?? ''}`,
      rows: `select r.id, r.meter_id, r.created_at, r.value, r.is_abnormal from readings r
        where ${of} and r.meter_id in (${ids.join(',')}) and ${span?.where ?? 'true'} order by r.created_at`,
      count: null,
    }
  }
  const alerts = (title: string, query: string, where = 'true'): Case => {
    const from = `from alerts a join meters m on m.id = a.meter_id join readings r on r.id = a.reading_id
      left join users u on u.id = a.confirmed_by_user_id
      where a.organization_id = ${organization.id} and a.is_alerted and not a.is_alert and ${where}`
    return {
      title,
      path: `/api/v1/meter-alerts?is_alert=0&is_alerted=1&sort_by=updated_at&limit=50&${query}`,
      rows: `select a.*, r.value, r.created_at as measured_at, r.picture_sha256, r.result_sha256, m.name, m.meter_unit_id,
        m.meter_category_id, m.meter_group_id, m.inspection_id, m.decimal_point, m.emergency_start_value,
        m.emergency_end_value, u.username ${from} order by a.updated_at desc, a.id desc limit 50`,
      count: `select count(*) ${from}`,
    }
  }
  const [dense = 0, second = 0, third = 0] = meterIds
  const sparse = meterIds.at(-1) ?? 0
  const first = await caller.ask('GET', `/api/v1/meters-values?limit=1`)
  const all = Number((first.json as { count: number }).count)
  const month = spanOf(30)
  return [
    list('newest 50 of all', ''),
    list('newest 300 of all', '', 'true', { limit: 300 }),
    list('newest 1000 of all', '', 'true', { limit: 1000 }),
    list('one day', spanOf(1).query, spanOf(1).where),
    list('one month', month.query, month.where),
    list('page in the middle by number', '', 'true', { skip: Math.floor(all / 2) }),
    list('last page by number', '', 'true', { skip: all - 50 }),
    list(
      'three meters',
      `meter_ids=${dense},${second},${third}`,
      `r.meter_id in (${dense}, ${second}, ${third})`,
    ),
    list('one rarely read meter', `meter_ids=${sparse}`, `r.meter_id = ${sparse}`),
    list('a meter group', `meter_group_ids=${groupId}`, `m.meter_group_id = ${groupId}`),
    list('a unit, a month', `meter_unit_ids=2&${month.query}`, `m.meter_unit_id = 2 and ${month.where}`),
    list('abnormal, a month', `is_abnormal=1&${month.query}`, `r.is_abnormal and ${month.where}`),
    list(
      'with a picture, three meters',
      `is_image=1&meter_ids=${dense},${second},${sparse}`,
      `r.picture_sha256 is not null and r.meter_id in (${dense}, ${second}, ${sparse})`,
    ),
    list('text: a meter’s name', `text=${encodeURIComponent('No.12')}`, `m.name like '%No.12%'`),
    list(
      'text: figures in a month',
      `text=95.1&${month.query}`,
      `(round(r.value::numeric, 2)::text like '%95.1%' or m.name like '%95.1%') and ${month.where}`,
    ),
    series('graph: one meter, a month', [dense], 30),
    series('graph: one meter, everything', [dense], null),
    series('graph: ten meters, everything', meterIds.slice(0, 10), Math.min(days, 100_000)),
    alerts('past alerts', ''),
    alerts('past alerts of a unit', 'meter_unit_ids=2', 'm.meter_unit_id = 2'),
    {
      title: 'meter groups',
      path: '/api/v1/meters-groups',
      rows: `select id, name, created_at from groups where organization_id = ${organization.id} order by name, id`,
      count: null,
    },
    {
      title: 'meters with their latest reading',
      path: '/api/v1/meters',
      rows: `select m.*, d.name as device, last.*, recent.list from meters m
        left join devices d on d.id = m.device_id and d.deleted_at is null
        left join lateral (select r.id as last_id, r.value, r.created_at as measured_at, r.is_abnormal, r.result_sha256 from readings r
          where r.meter_id = m.id and r.deleted_at is null order by r.created_at desc, r.id desc limit 1) last on true
        left join lateral (select json_agg(to_json(each)) as list from (
          select r.value, r.value_source, r.read_state, r.confidence, r.advice, r.created_at from readings r
          where r.meter_id = m.id and r.deleted_at is null order by r.created_at desc, r.id desc limit 8) each) recent on true
        where m.organization_id = ${organization.id} order by m.name, m.id`,
      count: null,
    },
  ]
}
