import { Text } from '@mantine/core'
import { StatusPill } from '../../ui/text/StatusPill.tsx'

/** Beneath what a row says: why it does not work as it says. */
export const ProblemLine = ({ mark, text }: { mark: string; text: string }) => (
  <Text component="span" size="sm">
    <StatusPill tone="waiting">{mark}</StatusPill> {text}
  </Text>
)
