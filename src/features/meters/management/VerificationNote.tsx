import { Text } from '@mantine/core'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import type { MeterRow } from '../meterRows.ts'
import { verificationOptions, verificationTexts } from './verificationTexts.ts'

/** Says how many meters have a verification that has ended or ends soon, and leads to exactly those. */
export function VerificationNote({ rows }: { rows: readonly MeterRow[] }) {
  const count = rows.filter(({ verification }) => verification !== null).length
  if (count === 0) return null
  return (
    <Text size="sm">
      検定有効期限が{verificationTexts.expired}または{verificationTexts.ending}のメーターが
      <ScreenLink
        route="/meters"
        search={{ verification: verificationOptions.map(({ id }) => id), sort: 'verification' }}
      >
        {count.toLocaleString('ja-JP')}件
      </ScreenLink>
      あります。
    </Text>
  )
}
