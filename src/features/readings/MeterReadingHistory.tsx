import { Box, Button, Flex } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { meterQuery } from '../../lib/queries/meters.ts'
import { meterReadingChangesQuery } from '../../lib/queries/readings.ts'
import { RestoreButton } from '../../shared/readings/RestoreButton.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import text from '../../ui/text/Text.module.css'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ChangeText } from './ChangeText.tsx'
import classes from './detail/ReadingHistory.module.css'

/** 測定値の入力・修正・削除 of a meter, newest first; a deletion can be undone here. */
export function MeterReadingHistory({ meterId }: { meterId: number }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={classes.ofMeter}>
      <Box component="h2" id={headingId} my={13} fz="md">
        測定値の入力・修正・削除
      </Box>
      <Entries meterId={meterId} />
    </section>
  )
}

function Entries({ meterId }: { meterId: number }) {
  const { data: meter } = useQuery(meterQuery(meterId))
  const type = useCategoryType(meter?.meter_category_id ?? null)
  const query = useInfiniteQuery(meterReadingChangesQuery(meterId))
  const { data, error, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={2} height={64} />
  const entries = data.pages.flatMap((page) => page.data)
  return (
    <>
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {entries.length === 0 ? (
        <p className={classes.none}>入力や修正、削除はありません</p>
      ) : (
        <ol className={classes.changes} aria-label="測定値の入力・修正・削除の一覧">
          {entries.map(({ reading_id: id, measured_at: at, is_deleted: isDeleted, restorable, change }) => (
            <li key={`${change.action}-${change.id}`} className={classes.change}>
              <Flex component="span" wrap="wrap" gap="0 12px" miw={0} fz="sm">
                <TimeText time={change.at} />
                <Box component="span" c="dimmed" className="break-anywhere">
                  {change.user === '' ? '退会した利用者' : change.user}
                </Box>
              </Flex>
              <span className={text.dimmed}>
                {isDeleted ? (
                  <>
                    <TimeText time={at} /> の測定値（削除済）
                  </>
                ) : (
                  <ScreenLink route="/meter-value/$id" params={{ id: String(id) }}>
                    <PlainTime time={at} /> の測定値
                  </ScreenLink>
                )}
              </span>
              <ChangeText change={change} type={type} />
              {restorable && <RestoreButton id={id} className={classes.restore} />}
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          以前の操作を表示
        </Button>
      )}
    </>
  )
}
