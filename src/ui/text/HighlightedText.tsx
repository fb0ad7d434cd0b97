import { Highlight } from '@mantine/core'
import { findMatch } from './normalizeText.ts'

interface Props {
  text: string
  /** The search text. */
  typed: string | undefined
}

/** Highlights the match, ignoring width, case and kana. */
export function HighlightedText({ text, typed }: Props) {
  const found = typed === undefined ? null : findMatch(text, typed)
  if (found === null) return text
  return (
    <Highlight component="span" inherit highlight={found} color="yellow">
      {text}
    </Highlight>
  )
}
