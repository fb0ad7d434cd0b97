import { Failure, route, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { createArea, deleteArea, updateArea } from './areas.ts'
import { createMap, deleteMap, updateMap } from './maps.ts'
import { createPin, deletePin, updatePin } from './pins.ts'
import { presentArea, presentMap, presentPin } from './present.ts'
import { findMap, findPin, listAreas, listMaps, listPins } from './repository.ts'

export const mapRoutes = [
  route('mapAreas', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listAreas(tx, session.organizationId)
    return { data: rows.map((row) => presentArea(row, present)) }
  }),
  route('createMapArea', async ({ tx, session, deps, body }) => {
    const row = await createArea(session, tx, body, deps.clock())
    return { status: 201, data: presentArea(row, presenterFor(deps, session)) }
  }),
  route('updateMapArea', async ({ tx, session, deps, params, body }) => {
    const row = await updateArea(session, tx, params.id, body, deps.clock())
    return { data: presentArea(row, presenterFor(deps, session)) }
  }),
  route('deleteMapArea', async ({ tx, session, deps, params: { id } }) => {
    await deleteArea(session, tx, id, deps.clock())
    return { data: { id } }
  }),
  route('maps', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMaps(tx, session.organizationId)
    const pins = Map.groupBy(await listPins(tx, session.organizationId), ({ pin }) => pin.mapId)
    return { data: rows.map((row) => presentMap(row, pins.get(row.map.id) ?? [], present)) }
  }),
  route('map', async ({ tx, session, deps, params }) => ({
    data: await oneMap(deps, session, tx, params.id),
  })),
  route('createMap', async ({ tx, session, deps, body }) => {
    const id = await createMap(deps, session, tx, body)
    return { status: 201, data: await oneMap(deps, session, tx, id) }
  }),
  route('updateMap', async ({ tx, session, deps, params, body }) => {
    await updateMap(deps, session, tx, params.id, body)
    return { data: await oneMap(deps, session, tx, params.id) }
  }),
  route('deleteMap', async ({ tx, session, deps, params: { id } }) => {
    await deleteMap(session, tx, id, deps.clock())
    return { data: { id } }
  }),
  route('mapPins', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listPins(tx, session.organizationId)
    return { data: rows.map((row) => presentPin(row, present)) }
  }),
  route('mapPin', async ({ tx, session, deps, params }) => ({
    data: await onePin(deps, session, tx, params.id),
  })),
  route('createMapPin', async ({ tx, session, deps, body }) => {
    const id = await createPin(session, tx, body, deps.clock())
    return { status: 201, data: await onePin(deps, session, tx, id) }
  }),
  route('updateMapPin', async ({ tx, session, deps, params, body }) => {
    await updatePin(session, tx, params.id, body, deps.clock())
    return { data: await onePin(deps, session, tx, params.id) }
  }),
  route('deleteMapPin', async ({ tx, session, deps, params: { id } }) => {
    await deletePin(session, tx, id, deps.clock())
    return { data: { id } }
  }),
]

async function oneMap(deps: Deps, session: Session, tx: Tx, id: number) {
  const { organizationId } = session
  const row = await findMap(tx, organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  const pins = await listPins(tx, organizationId, id)
  return presentMap(row, pins, presenterFor(deps, session))
}

async function onePin(deps: Deps, session: Session, tx: Tx, id: number) {
  const row = await findPin(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return presentPin(row, presenterFor(deps, session))
}
