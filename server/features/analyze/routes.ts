import type { Endpoints } from '../../../contract/endpoints.ts'
import { type Call, longRoute } from '../../api/call.ts'
import { analyze } from './analyze.ts'

type AnalyzeCall = Omit<Call<Endpoints['analyzeV1']>, 'tx'>

/** Whoever gives up takes the work with them. */
function analyzeBy(version: 1 | 2) {
  return async ({ session, deps, body, reply }: AnalyzeCall) => {
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    try {
      return await analyze(deps, session, { version, fields: body, signal: gone.signal })
    } catch (error) {
      // Nobody waits for the answer: that is no failure.
      const isLeft = gone.signal.aborted && error instanceof Error && error.name === 'AbortError'
      if (isLeft) return { data: [], messages: [] }
      throw error
    }
  }
}

export const analyzeRoutes = [longRoute('analyzeV1', analyzeBy(1)), longRoute('analyzeV2', analyzeBy(2))]
