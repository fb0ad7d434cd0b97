import { sureConfidence } from '../../contract/prior.ts'
import type { Tone } from '../ui/StatusPill.tsx'

/** Below this a person should look very closely. */
const middling = 0.75

/** How sure the reader is, in a word, and whether that waits on a person. */
export interface Sureness {
  word: '高' | '中' | '低'
  tone: Tone
}

export function surenessOf(confidence: number): Sureness {
  if (confidence >= sureConfidence) return { word: '高', tone: 'normal' }
  return { word: confidence >= middling ? '中' : '低', tone: 'waiting' }
}
