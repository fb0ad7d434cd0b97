import { Highlight } from '@mantine/core'
import { foundIn } from './plainText.ts'

interface Props {
  text: string
  /** What was searched for. */
  typed: string | undefined
}

/** A text in which what was searched for is marked, whatever width, case and kana it was typed in. */
export function Marked({ text, typed }: Props) {
  const found = typed === undefined ? null : foundIn(text, typed)
  if (found === null) return text
  return (
    <Highlight component="span" inherit highlight={found} color="yellow">
      {text}
    </Highlight>
  )
}
