import { Box, Button, Flex } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { errorsOfDeviceQuery } from '../../../lib/queries/deviceDetail.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './ErrorLog.module.css'

/** エラーログ of one device, newest first. */
export function ErrorLog({ id }: { id: number }) {
  const query = useInfiniteQuery(errorsOfDeviceQuery(id))
  const { data, error, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={3} />
  const rows = data.pages.flatMap((page) => page.data)
  return (
    <>
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {rows.length === 0 ? (
        <Box component="p" c="dimmed">
          エラーはありません
        </Box>
      ) : (
        <ol aria-label="エラーログ">
          {rows.map(({ id: number, created_at, error_message }) => (
            <li key={number} className={classes.row}>
              <Flex component="span" wrap="wrap" gap="0 16px" fz="sm" c="dimmed" className="tabular-nums">
                <TimeText time={created_at} />
                <span>番号 {number}</span>
              </Flex>
              <span className={classes.message}>{error_message}</span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          以前のエラーを表示
        </Button>
      )}
    </>
  )
}
