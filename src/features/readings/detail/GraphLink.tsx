import { IconChartLine } from '@tabler/icons-react'
import type { Reading } from '../../../../contract/readings.ts'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'

/** Leads to the graph of a reading's meter. */
export const GraphLink = ({ reading }: { reading: Pick<Reading, 'meter_id' | 'meter'> }) => (
  <ButtonLink
    to="/data"
    search={{ meter: reading.meter_id }}
    mb={8}
    variant="default"
    leftSection={<IconChartLine size={18} aria-hidden />}
    aria-label={`${reading.meter.name}のグラフ`}
  >
    グラフ
  </ButtonLink>
)
