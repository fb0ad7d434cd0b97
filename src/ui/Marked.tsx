import { Highlight } from '@mantine/core'

interface Props {
  text: string
  /** What was searched for. */
  typed: string | undefined
}

/** A text in which what was searched for is marked. */
export const Marked = ({ text, typed }: Props) =>
  typed === undefined ? (
    text
  ) : (
    <Highlight component="span" inherit highlight={typed} color="yellow">
      {text}
    </Highlight>
  )
