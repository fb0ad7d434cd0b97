import { Flex } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import type { Alert } from '../../../contract/alerts.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

interface Props {
  alert: Pick<Alert, 'worsened' | 'meter_value'>
  unit?: string | undefined
}

/** Says that a confirmed alert got worse, and leads to the reading that shows it. */
export function WorsenedMark({ alert: { worsened, meter_value: reading }, unit = '' }: Props) {
  if (worsened === undefined) return null
  const { name, decimal_point: decimals } = reading.meter
  const textOf = (value: number | null) => (value === null ? 'データ無し' : formatNumber(value, decimals))
  return (
    <Flex component="span" gap={4} align="flex-start" fz="sm" fw={700} c="var(--abnormal-text)">
      <IconTrendingUp size={18} style={{ flex: 'none' }} aria-hidden />
      <ScreenLink route="/meter-value/$id" params={{ id: String(worsened.meter_value_id) }}>
        <VisuallyHidden>{name}は</VisuallyHidden>
        さらに悪化 {textOf(worsened.previous_value)} → {`${textOf(worsened.value)} ${unit}`.trimEnd()}
      </ScreenLink>
    </Flex>
  )
}
