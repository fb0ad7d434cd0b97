import { Text } from '@mantine/core'
import type { BulkRefusals as Refusals } from '../../../contract/import/imports.ts'

/** Why records are not changed, with the first of them. */
export const BulkRefusals = ({ refusals }: { refusals: Refusals }) =>
  refusals.map(({ message, count, names }) => (
    <Text key={message} c="var(--mantine-color-error)">
      {`変更できない${count.toLocaleString('ja-JP')}件: ${message}`}
      {names.length > 0 && `（${names.join('、')}${count > names.length ? ' など' : ''}）`}
    </Text>
  ))
