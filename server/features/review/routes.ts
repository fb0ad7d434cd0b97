import { maxReviewItems } from '../../../contract/review/review.ts'
import { longRoute, route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { findReading, presentFound } from '../readings/index.ts'
import { changeBlindPercent, checkBlind, findBlindPercent } from './blind-sample.ts'
import { confirmTogether, undoTogether } from './confirm-together.ts'
import { currentCount, listReview } from './list-review.ts'
import { lendReadings } from './loans.ts'
import { requestRetake, withdrawRetake } from './retakes.ts'
import { reviewStatistics } from './statistics.ts'

const usualLimit = 50

export const reviewRoutes = [
  route(
    'review',
    ({ tx, session, deps, query }) =>
      listReview(deps, tx, session, {
        first: query.reading_id ?? null,
        skip: query.skip ?? 0,
        limit: Math.min(query.limit ?? usualLimit, maxReviewItems),
      }),
    { isHeavy: () => true },
  ),
  longRoute('reviewCount', async ({ session, deps }) => ({
    data: { count: await currentCount(deps, session) },
  })),
  route('updateLoans', async ({ tx, session, deps, body }) => {
    const { until, lent } = await lendReadings(tx, session, body.reading_ids, deps.clock())
    const { instant } = presenterFor(deps, session)
    return {
      data: {
        until: instant(until),
        lent: lent.map(({ readingId, updatedAt }) => ({
          reading_id: readingId,
          updated_at: instant(updatedAt),
        })),
      },
    }
  }),
  route('confirmTogether', async ({ tx, session, deps, body }) => ({
    data: { confirmed: await confirmTogether(deps, session, tx, body.readings) },
  })),
  route('requestRetake', async ({ tx, session, deps, params }) => ({
    data: await requestRetake(deps, session, tx, params.id),
  })),
  route('withdrawRetake', async ({ tx, session, deps, params }) => {
    await withdrawRetake(deps, session, tx, params.id)
    return { data: { reading_id: params.id } }
  }),
  route(
    'reviewStatistics',
    async ({ tx, session, deps }) => ({
      data: await reviewStatistics(tx, session.organizationId, deps.clock()),
    }),
    { isHeavy: () => true },
  ),
  route('blindSample', async ({ tx, session }) => ({
    data: { percent: await findBlindPercent(tx, session.organizationId) },
  })),
  route('updateBlindSample', async ({ tx, session, deps, body }) => {
    await changeBlindPercent(tx, session, body.percent, deps.clock())
    return { data: body }
  }),
  route('checkBlind', async ({ tx, session, deps, params, body }) => {
    const agrees = await checkBlind(deps, session, tx, params.id, body.value)
    const found = await findReading(tx, session.organizationId, params.id)
    return { data: { agrees, reading: await presentFound(found, deps, session, tx) } }
  }),
  route('undoTogether', async ({ tx, session, deps, body }) => ({
    data: await undoTogether(deps, session, tx, body.reading_ids),
  })),
]
