import { Box, Button, Flex } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { auditNouns } from '../../../contract/auditNouns.ts'
import { auditOfQuery } from '../../lib/queries/audit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../ui/table/RefetchError.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import classes from './AuditPanel.module.css'
import { actionNames, nounNames } from './auditTexts.ts'
import { whoOf } from './whoOf.ts'

interface Props {
  noun: (typeof auditNouns)[number]
  id: number
  /** Another than the session’s, for system administrators. */
  organizationId?: number
}

/** 操作履歴 of one thing, newest first, for administrators. */
export function AuditPanel({ noun, id, organizationId }: Props) {
  const query = useInfiniteQuery(auditOfQuery(noun, id, organizationId))
  const { data, error, dataUpdatedAt, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const retry = () => void refetch()
  if (data === undefined)
    return error ? <ErrorState error={error} retry={retry} /> : <RowSkeletons count={3} />
  const entries = data.pages.flatMap((page) => page.data)
  return (
    <>
      {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
      {entries.length === 0 ? (
        <Box component="p" c="dimmed">
          {nounNames[noun]}の登録や変更の記録はありません
        </Box>
      ) : (
        <ol aria-label="操作履歴">
          {entries.map((entry) => (
            <li key={entry.id} className={classes.entry}>
              <Flex component="span" wrap="wrap" gap="0 16px" className="tabular-nums">
                <TimeText time={entry.at} />
                <span>{whoOf(entry)}</span>
                <strong>{actionNames[entry.action]}</strong>
              </Flex>
              <AuditChanges entry={entry} />
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
