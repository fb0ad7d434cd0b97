import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { readingList } from '../../../lib/queries/readings.ts'
import { useList } from '../../../lib/queries/useList.ts'
import { ButtonLink } from '../../../ui/layout/ButtonLink.tsx'
import { defaultPageSize, pageCount, pageSearchParams } from '../../../ui/table/pages.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import { periodSpan } from './periodSpan.ts'
import { filtersOf, requestedIds, searchOf } from './search.ts'
import { TileScreen, type TileScreenProps } from './TileScreen.tsx'

/** Before the first meter there is nothing to narrow. */
const noMeters = {
  text: 'メーターがまだありません。メーター一覧で追加すると、測定値がここに並びます。',
  action: <ButtonLink to="/meters">メーター一覧へ</ButtonLink>,
}

/** 点検データ: the readings of a period, paged. */
export function InspectionData(props: TileScreenProps) {
  const { search, onSearch, onChosen } = props
  const today = todayIn(use(TimeZone), useCurrentMinute())
  const { data: meters } = useQuery(metersQuery)
  const filters = filtersOf(search)
  const { page = 1, limit: size = defaultPageSize } = search
  const filter = {
    span: periodSpan(filters.choice, today),
    meterIds: requestedIds(filters.meters, meters),
    inspectionIds: filters.inspections,
  }
  const listed = useList(readingList(filter), page, size)
  const lastPage = pageCount(listed.count, size)
  const beyond = page > lastPage
  const showYesterday = () => {
    const week = { ...filters, choice: { period: 'week' as const } }
    onChosen(week)
    onSearch(searchOf(week))
  }
  return (
    <TileScreen
      {...props}
      label="点検データ"
      asked={filter}
      listed={listed}
      size={size}
      empty={
        meters?.length === 0
          ? noMeters
          : {
              text: beyond
                ? 'このページにはデータがありません。'
                : '期間や絞り込みを変えるか、メーターを撮影してください。',
              action: beyond ? (
                <Button
                  variant="default"
                  onClick={() => onSearch({ ...search, ...pageSearchParams({ page: lastPage, size }) })}
                >
                  最後のページへ
                </Button>
              ) : (
                // Soon after midnight today is empty: offers yesterday.
                filters.choice.period === 'day' && (
                  <Button variant="default" onClick={showYesterday}>
                    直近1週間を見る
                  </Button>
                )
              ),
            }
      }
    />
  )
}
