import { and, desc, eq, isNotNull, lt, or } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import { inspections, rounds } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { presentPastRound, presentStop } from './present.ts'
import { stopsOf } from './stops.ts'

const select = (tx: Tx) =>
  tx
    .select({ round: rounds, name: inspections.name })
    .from(rounds)
    .innerJoin(inspections, eq(inspections.id, rounds.inspectionId))

type NamedRow = Awaited<ReturnType<typeof select>>[number]

const isOver = (organizationId: number) =>
  and(eq(rounds.organizationId, organizationId), isNotNull(rounds.closedAt))

export async function listPastRounds(
  deps: Deps,
  session: Session,
  tx: Tx,
  query: { inspection_id?: number | undefined; after?: string | undefined },
) {
  const present = presenterFor(deps, session)
  const { inspection_id: inspectionId } = query
  const page = await cursorPage(
    { after: query.after },
    ({ round }: NamedRow) => ({ at: round.endsAt, id: round.id }),
    async ({ limit, after }) => {
      const rows = await select(tx)
        .where(
          and(
            isOver(session.organizationId),
            inspectionId === undefined ? undefined : eq(rounds.inspectionId, inspectionId),
            after === null
              ? undefined
              : or(lt(rounds.endsAt, after.at), and(eq(rounds.endsAt, after.at), lt(rounds.id, after.id))),
          ),
        )
        .orderBy(desc(rounds.endsAt), desc(rounds.id))
        .limit(limit)
      return { rows }
    },
  )
  return {
    data: page.rows.map(({ round, name }) => presentPastRound(round, name, present)),
    next: page.next,
  }
}

export async function findPastRound(deps: Deps, session: Session, tx: Tx, id: number) {
  const present = presenterFor(deps, session)
  const [found] = await select(tx).where(and(isOver(session.organizationId), eq(rounds.id, id)))
  if (found === undefined) throw new Failure('not_found')
  const [stops = []] = await stopsOf(tx, session.organizationId, [found.round])
  return {
    ...presentPastRound(found.round, found.name, present),
    stops: stops.map((stop) => presentStop(stop, present)),
  }
}
