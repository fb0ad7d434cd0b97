import { Failure, route } from '../../api/call.ts'
import { parsePicture, sha256Of } from '../pictures/index.ts'
import { assertAppsAllowed } from '../plans/index.ts'
import {
  capturedAt,
  chosenAt,
  correctSent,
  createReading,
  findByKey,
  presentFound,
  withdrawSent,
} from '../readings/index.ts'

/** When a reading was measured, by the clock of a phone. `path`: of the field that says it. */
function byPhoneClock(measured: Date, clock: Parameters<typeof capturedAt>[1], path?: string) {
  const { createdAt, ...offsets } = capturedAt(measured, clock, path)
  return { createdAt, phone: { capturedAt: measured, ...offsets } }
}

export const captureRoutes = [
  route('createCapture', async ({ tx, session, deps, startedAt, headers, query, body }) => {
    // Phones have sent truncated and empty bodies without an error.
    if (body.length !== headers['picture-length'] || sha256Of(body) !== headers['picture-sha256']) {
      throw new Failure('picture_mismatch')
    }
    // What was stored before the plan changed is received once more.
    const key = headers['idempotency-key']
    const stored = await findByKey(tx, session.organizationId, key)
    if (stored === undefined) await assertAppsAllowed(tx, session.organizationId)
    const picture = await parsePicture(body, 'body')
    const captured = new Date(query.captured_at)
    const clock = { sent: new Date(query.sent_at), known: headers['clock-offset'], startedAt }
    return createReading(deps, session, tx, {
      key,
      meterId: query.meter_id,
      value: query.value ?? null,
      confirmedDoubts: query.confirmed_doubts ?? [],
      valueSource: query.value === undefined ? 'reader' : (query.value_source ?? 'entered'),
      source: 'phone',
      ...byPhoneClock(captured, clock),
      picture,
    })
  }),
  route('createTypedReading', ({ tx, session, deps, startedAt, headers, body }) => {
    const measured = new Date(body.measured_at)
    const clock = { sent: new Date(body.sent_at), known: headers['clock-offset'], startedAt }
    return createReading(deps, session, tx, {
      key: headers['idempotency-key'],
      meterId: body.meter_id,
      value: body.value,
      confirmedDoubts: body.confirmed_doubts ?? [],
      valueSource: 'entered',
      source: 'entry',
      picture: null,
      ...(body.is_time_chosen === true
        ? { createdAt: chosenAt(measured, startedAt, 'measured_at'), phone: null }
        : byPhoneClock(measured, clock, 'measured_at')),
    })
  }),
  route('correctSentReading', async ({ tx, session, deps, headers, body }) => ({
    data: await correctSent(deps, session, tx, { key: headers['idempotency-key'], ...body }),
  })),
  route('withdrawSentReading', async ({ tx, session, deps, headers, body }) => ({
    data: await withdrawSent(deps, session, tx, { key: headers['idempotency-key'], ...body }),
  })),
  route('capture', async ({ tx, session, deps, params }) => ({
    data: await presentFound(await findByKey(tx, session.organizationId, params.key), deps, session, tx),
  })),
]
