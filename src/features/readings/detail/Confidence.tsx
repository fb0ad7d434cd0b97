import { confidenceLevelOf } from '../../../lib/readings/confidenceLevel.ts'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import text from '../../../ui/text/Text.module.css'

interface Props {
  confidence: number | null
  /** Reasons for doubt; alone when the reader refuses. */
  notes: readonly string[]
}

export function Confidence({ confidence, notes }: Props) {
  if (!confidence && notes.length === 0) return '—'
  return (
    <>
      {confidence ? <ConfidencePill confidence={confidence} /> : null}
      {notes.length > 0 && (
        <ul className={text.waiting} aria-label="読取の理由">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function ConfidencePill({ confidence }: { confidence: number }) {
  const { word, tone, icon } = confidenceLevelOf(confidence)
  return (
    <StatusPill tone={tone} icon={icon}>
      {word}（{Math.round(confidence * 100)} %）
    </StatusPill>
  )
}
