import { readState } from '../../../contract/values/abnormal.ts'
import { isEvidence } from '../../../contract/values/prior.ts'
import type { ReadingRecord } from './repository.ts'

type Asked = Pick<
  ReadingRecord,
  'aiBoostEnabled' | 'value' | 'valueSource' | 'readState' | 'confidence' | 'reasons' | 'advice' | 'deletedAt'
>

/** Whether a model may look at a reading: its meter has AI boost, our reader is unsure, and no person has decided. */
export const mayBoost = (reading: Asked): boolean =>
  reading.aiBoostEnabled &&
  reading.deletedAt === null &&
  reading.valueSource === 'reader' &&
  reading.readState === readState.processed &&
  !isEvidence({
    value: reading.value,
    value_source: reading.valueSource,
    read_state: reading.readState,
    confidence: reading.confidence,
    reasons: reading.reasons,
    advice: reading.advice,
  })
