import { Failure, route } from '../../api/call.ts'
import { parsePicture, sha256Of } from '../pictures/index.ts'
import { assertAppsAllowed } from '../plans/index.ts'
import {
  capturedAt,
  correctSent,
  createReading,
  findByKey,
  presentFound,
  withdrawSent,
} from '../readings/index.ts'

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
    const { createdAt, ...offsets } = capturedAt(captured, clock)
    return createReading(deps, session, tx, {
      key,
      meterId: query.meter_id,
      value: query.value ?? null,
      confirmedDoubts: query.confirmed_doubts ?? [],
      valueSource: query.value === undefined ? 'reader' : (query.value_source ?? 'entered'),
      source: 'phone',
      createdAt,
      phone: { capturedAt: captured, ...offsets },
      picture,
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
