import { type AnalyzeFields, analyzeEndpoints } from '../../../contract/analyze.ts'
import { call } from '../session/api.ts'

export type AnalyzeVersion = 1 | 2

/** Reads a picture on the server. Aborting it stops the server’s work too. */
export const analyze = (
  version: AnalyzeVersion,
  body: Omit<AnalyzeFields, 'use_ai_boost'> & { use_ai_boost: boolean },
  signal: AbortSignal,
) => call(analyzeEndpoints[version === 1 ? 'analyzeV1' : 'analyzeV2'], { body, signal })
