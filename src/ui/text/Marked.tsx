import { Highlight } from '@mantine/core'
import { foundIn } from './plainText.ts'

interface Props {
  text: string
  /** The search text. */
  typed: string | undefined
}

/** Highlights the match, ignoring width, case and kana. */
export function Marked({ text, typed }: Props) {
  const found = typed === undefined ? null : foundIn(text, typed)
  if (found === null) return text
  return (
    <Highlight component="span" inherit highlight={found} color="yellow">
      {text}
    </Highlight>
  )
}
