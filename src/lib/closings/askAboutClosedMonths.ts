import type { ClosedMonths } from '../../../contract/closing/closedMonths.ts'
import { ApiError, DeclinedError } from '../../failures/callErrors.ts'

/**
 * Sends a change. If closed months would change with it, asks first, and sends it again. Throws `DeclinedError` if the user
 * decides against it.
 */
export async function askAboutClosedMonths<T>(send: (headers: ClosedMonths) => Promise<T>): Promise<T> {
  try {
    return await send({ 'closed-months': 'refuse' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'closed_months_change') throw error
    const { confirmClosedMonths, noticeClosedMonths } = await import('./confirmClosedMonths.tsx')
    if (!(await confirmClosedMonths(error.issues))) throw new DeclinedError('closed months', { cause: error })
    const answer = await send({})
    noticeClosedMonths(error.issues)
    return answer
  }
}
