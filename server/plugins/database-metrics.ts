import { Gauge, type Registry } from 'prom-client'
import { deviceStatus } from '../../contract/devices.ts'
import { sufficientConfidence } from '../../contract/values/prior.ts'
import type { Database } from '../db/client.ts'

/** Milliseconds for which figures out of the database are given again, however often they are asked for. */
const fresh = 15_000

/** Waiting and running; those of the last day by `readings_of_organization`. */
const queries = {
  queues: `select queue.name, count(job.id)::int as length,
      coalesce(extract(epoch from now() - min(greatest(job.created_on, job.start_after))
        filter (where job.state < 'active' and job.start_after <= now())), 0)::float8 as oldest
    from pgboss.queue left join pgboss.job on job.name = queue.name and job.state <= 'active'
    group by queue.name`,
  // A job that is given up is put into the queue’s dead one, whose worker is done with it at once.
  givenUp: `select queue.name, (
      select count(*)::int from pgboss.job
      where job.name = queue.name and job.created_on > now() - interval '1 day'
    ) as count from pgboss.queue where queue.name like '%-dead'`,
  readings: `select state, count(*)::int as count from organizations, lateral (
      select case
        when read_state = 0 then 'unread' when read_state = 3 then 'waiting' when read_state = 2 and value is null then 'failed'
        when read_state is null or value_source <> 'reader' then 'person_or_device'
        when confidence >= ${sufficientConfidence} then 'read' else 'unsure' end as state
      from readings where readings.organization_id = organizations.id
        and readings.created_at > now() - interval '1 day' and readings.deleted_at is null
    ) as latest group by state`,
  devices: 'select status, count(*)::int as count from devices where deleted_at is null group by status',
}

/** What an operator looks at besides calls and the process: work that waits, what was read, devices, connections. */
export function registerDatabaseMetrics(registry: Registry, database: Database): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (self: Gauge) => unknown) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        await collect(this)
      },
    })
  const queues = remembered<{ name: string; length: number; oldest: number }>(database, queries.queues)
  const givenUp = remembered<{ name: string; count: number }>(database, queries.givenUp)
  const readings = remembered<{ state: string; count: number }>(database, queries.readings)
  const devices = remembered<{ status: number; count: number }>(database, queries.devices)

  gauge('job_queue_length', 'Jobs that wait or run', ['queue'], async (self) => {
    for (const { name, length } of await queues()) self.set({ queue: name }, length)
  })
  gauge(
    'job_oldest_waiting_seconds',
    'For how long the oldest due job has waited',
    ['queue'],
    async (self) => {
      for (const { name, oldest } of await queues()) self.set({ queue: name }, oldest)
    },
  )
  gauge(
    'jobs_given_up_last_day',
    'Jobs given up after all tries within 24 hours',
    ['queue'],
    async (self) => {
      for (const { name, count } of await givenUp()) self.set({ queue: name }, count)
    },
  )
  const states = ['unread', 'waiting', 'read', 'unsure', 'failed', 'person_or_device']
  gauge('readings_of_last_day', 'Readings measured within 24 hours, by state', ['state'], async (self) => {
    const found = await readings()
    if (found.length > 0) for (const state of states) self.set({ state }, 0)
    for (const { state, count } of found) self.set({ state }, count)
  })
  gauge('devices', 'Devices by status', ['status'], async (self) => {
    for (const { status, count } of await devices()) self.set({ status: nameOf(status) }, count)
  })
  gauge('database_connections', 'Connections, and callers that wait for one', ['pool', 'state'], (self) => {
    for (const { pool, ...states } of database.connections())
      for (const [state, count] of Object.entries(states)) self.set({ pool, state }, count)
  })
}

const nameOf = (status: number) =>
  Object.entries(deviceStatus).find(([, number]) => number === status)?.[0] ?? String(status)

/** Rows of a query, asked once at a time. None while the database is away: metrics are scraped then as well. */
function remembered<Row extends Record<string, unknown>>(
  database: Database,
  query: string,
): () => Promise<Row[]> {
  let until = 0
  let answer: Promise<Row[]> = Promise.resolve([])
  return () => {
    const now = performance.now()
    if (now >= until) {
      until = now + fresh
      answer = database.querySystem<Row>(query, []).catch(() => {
        until = 0
        return []
      })
    }
    return answer
  }
}
