import { readState } from '../../../contract/values/abnormal.ts'
import type { ReadResult } from '../../../reader/node/index.ts'

/** The reader’s result by column. */
export const readFieldsOf = (result: ReadResult) => ({
  readState: readState.processed,
  readValue: result.value,
  ocr: result.ocr,
  degree: result.degree,
  confidence: result.confidence,
  reasons: result.reasons,
  position: result.position,
  registration: result.registration,
  advice: result.advice,
  frame: result.frame,
})
