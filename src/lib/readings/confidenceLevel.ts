import { IconCircleCheck, IconEye, IconEyeExclamation, type TablerIcon } from '@tabler/icons-react'
import { sufficientConfidence } from '../../../contract/values/prior.ts'
import type { Tone } from '../../ui/text/StatusPill.tsx'

/** Below this the level is 低. */
const mediumConfidence = 0.75

interface ConfidenceLevel {
  word: '高' | '中' | '低'
  tone: Tone
  icon: TablerIcon
}

export function confidenceLevelOf(confidence: number): ConfidenceLevel {
  if (confidence >= sufficientConfidence) return { word: '高', tone: 'normal', icon: IconCircleCheck }
  if (confidence >= mediumConfidence) return { word: '中', tone: 'waiting', icon: IconEye }
  return { word: '低', tone: 'pressing', icon: IconEyeExclamation }
}
