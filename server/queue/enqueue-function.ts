import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { fromDrizzle, PgBoss } from 'pg-boss'
import type { Tx } from '../db/client.ts'
import { applicationRole } from '../db/tables/columns.ts'

type Executor = ReturnType<typeof fromDrizzle>

/** pg-boss’s statement that inserts jobs, given as its one parameter. */
async function insertStatementOf(boss: PgBoss, queue: string): Promise<string> {
  let insertion = ''
  const db: Executor = {
    async executeSql(text) {
      insertion = text
      return { rows: [] }
    },
  }
  await boss.insert(queue, [{}], { db })
  return insertion
}

/**
 * Creates the only way from calls to the queues: a function that runs as the owner, inserts into these queues only, and
 * accepts only jobs of the call’s organization. It takes a job’s data, id and group, bound to the organization. Its
 * priority makes organizations take turns: each waiting job of an organization has a lower one than the job before it,
 * and the first waiting job of an organization has that of the job that is next in the queue. Replaced at each start,
 * with pg-boss’s statements of that version.
 */
export async function createEnqueueFunction(
  systemTx: Tx,
  boss: PgBoss,
  queues: readonly string[],
): Promise<void> {
  const insertions: string[] = []
  for (const queue of queues) {
    insertions.push(
      `WHEN ${pg.escapeLiteral(queue)} THEN ${pg.escapeLiteral(await insertStatementOf(boss, queue))}`,
    )
  }
  await systemTx.execute(createTurnIndex)
  await systemTx.execute(sql.raw(definition(insertions.join('\n'))))
  await systemTx.execute(
    sql.raw(`GRANT EXECUTE ON FUNCTION enqueue_jobs(text, jsonb) TO ${applicationRole.name}`),
  )
}

/** Checks for the index first, because CREATE INDEX IF NOT EXISTS locks the table also when it exists. */
const createTurnIndex = sql`
  DO $$ BEGIN
    IF to_regclass('pgboss.job_turns') IS NULL THEN
      CREATE INDEX job_turns ON pgboss.job (name, (data->'organizationId'), priority) WHERE state = 'created';
    END IF;
  END $$`

const definition = (insertions: string) => `
  CREATE OR REPLACE FUNCTION enqueue_jobs(queue text, jobs jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $enqueue$
  DECLARE
    insertion text := CASE queue ${insertions} END;
    bound json;
    turn integer;
  BEGIN
    IF insertion IS NULL OR session_user <> current_user AND (organization_of_call() IS NULL OR EXISTS (
      SELECT FROM jsonb_array_elements(jobs) AS job
      WHERE job->'data'->'organizationId' IS DISTINCT FROM to_jsonb(organization_of_call())
    )) THEN
      RAISE insufficient_privilege USING MESSAGE = 'this job is not for calls of this organization to enqueue';
    END IF;
    -- Each by an index: job_turns, and the one that pg-boss fetches by, which needs NOT blocked.
    SELECT coalesce(least(
      (SELECT min(priority) FROM pgboss.job WHERE name = queue AND state = 'created'
        AND data->'organizationId' = jobs->0->'data'->'organizationId') - 1,
      (SELECT max(priority) FROM pgboss.job WHERE name = queue AND state = 'created' AND NOT blocked)
    ), 0) INTO turn;
    SELECT json_agg(json_build_object(
      'data', job->'data',
      'id', md5((job->'data'->>'organizationId') || ' ' || (job->>'id'))::uuid,
      'groupId', (job->'data'->>'organizationId') || ' ' || (job->>'groupId'),
      'priority', turn - place + 1
    ) ORDER BY place) INTO bound FROM jsonb_array_elements(jobs) WITH ORDINALITY AS listed(job, place);
    EXECUTE insertion USING bound;
  END
  $enqueue$`

/** Executes pg-boss’s insert within a call, through the function. */
export const tenantExecutor = (tx: Tx, queue: string): Executor => ({
  async executeSql(_insertion, [jobs] = []) {
    await tx.execute(sql`select enqueue_jobs(${queue}, ${jobs}::jsonb)`)
    return { rows: [] }
  },
})
