import type { Stage } from '../../ui/stage/stage.ts'

/** What is drawn on a picture, being edited. */
export interface MarkEditor<Draft> {
  stage: Stage
  /** Changes with the same `gesture` are one undo step. */
  history: { change: (change: (draft: Draft) => Draft, gesture?: string | null) => void }
  draft: Draft
  readOnly: boolean
  /** Tells screen readers. */
  announce: (text: string) => void
}
