import { Box, Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { readingList } from '../../../lib/queries/readings.ts'
import { useList } from '../../../lib/queries/useList.ts'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { periodDays } from './periodSpan.ts'
import { filtersOf, requestedIds } from './search.ts'
import { TileScreen, type TileScreenProps } from './TileScreen.tsx'

/** 異常データ: readings without value or in the abnormal range, unpaged. */
export function AbnormalData(props: TileScreenProps) {
  const today = todayIn(use(TimeZone), useCurrentMinute())
  const { data: meters } = useQuery(metersQuery)
  const filters = filtersOf(props.search)
  const filter = {
    span: periodDays(filters.choice, today),
    meterIds: requestedIds(filters.meters, meters),
    inspectionIds: filters.inspections,
    abnormal: true,
  }
  const listed = useList(readingList(filter), 1, 'all')
  return (
    <TileScreen
      {...props}
      label="異常データ"
      asked={filter}
      listed={listed}
      size="all"
      empty={{
        text: 'この期間に異常な測定値はありません。期間や絞り込みを変えると、ほかの測定値を探せます。',
      }}
      total={
        <Group gap="0 12px" justify="space-between">
          <Box component="p" fw={600} role="status">
            異常 {listed.count.toLocaleString('ja-JP')} 件
          </Box>
          <ButtonLink to="/alerts" variant="subtle" rightSection={<IconChevronRight size={18} aria-hidden />}>
            アラートで確認済みにする
          </ButtonLink>
        </Group>
      }
    />
  )
}
