import { Text } from '@mantine/core'
import { verificationWarningDays } from '../../../lib/meters/verification.ts'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import type { MeterRow } from '../meterRows.ts'
import { verificationOptions } from './verificationTexts.ts'

/** Says how many meters have a verification that has ended or ends soon, and leads to exactly those. */
export function VerificationNote({ rows }: { rows: readonly MeterRow[] }) {
  const count = rows.filter(({ verification }) => verification !== null).length
  if (count === 0) return null
  return (
    <Text size="sm" mb="xs">
      検定有効期限が切れたか、{verificationWarningDays}日以内に切れるメーターが
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
