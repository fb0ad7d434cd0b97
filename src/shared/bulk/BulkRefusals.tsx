import { Text } from '@mantine/core'
import type { Import, BulkRefusals as Refusals } from '../../../contract/import/imports.ts'
import { countedText } from './bulkTexts.ts'

/** Why records are not changed, with the first of them. */
export const BulkRefusals = ({ noun, refusals }: { noun: Import['noun']; refusals: Refusals }) =>
  refusals.map(({ message, count, names }) => (
    <Text key={message} c="var(--mantine-color-error)">
      {`変更できない${countedText(noun, count)}: ${message}`}
      {names.length > 0 && `（${names.join('、')}${count > names.length ? ' など' : ''}）`}
    </Text>
  ))
