import { Box, Button, Flex } from '@mantine/core'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Reading } from '../../../../contract/readings.ts'
import { useCategoryType } from '../../../lib/queries/masters.ts'
import { readingChangesQuery } from '../../../lib/queries/readings.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { ChangeText } from '../ChangeText.tsx'
import classes from './ReadingHistory.module.css'

/** 変更履歴 of value, time, abnormal range and alert confirmation. Fetched when opened. */
export function ReadingHistory({ reading }: { reading: Reading }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  return (
    <Box component="section" py={8} aria-label="変更履歴">
      <Button
        variant="subtle"
        ml={-12}
        leftSection={<IconHistory size={20} aria-hidden />}
        rightSection={<IconChevronDown className={classes.chevron} size={18} aria-hidden />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        変更履歴
      </Button>
      <div id={id}>{opened && <Changes reading={reading} />}</div>
    </Box>
  )
}

/** Scrolls it above the dialog's fixed footer. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function Changes({ reading }: { reading: Reading }) {
  const { data: changes, error, refetch } = useQuery(readingChangesQuery(reading.id))
  const type = useCategoryType(reading.meter.meter_category_id)
  if (changes === undefined) {
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <RowSkeletons count={2} height={64} />
    )
  }
  if (changes.length === 0)
    return (
      <p ref={reveal} className={classes.none}>
        変更はありません
      </p>
    )
  return (
    <ol ref={reveal} className={classes.changes} aria-label="変更の一覧">
      {changes.map((change) => (
        <li key={`${change.action}-${change.id}`} className={classes.change}>
          <Flex component="span" wrap="wrap" gap="0 12px" miw={0} fz="sm">
            <TimeText time={change.at} />
            <Box component="span" c="dimmed" className="break-anywhere">
              {change.user === '' ? '退会した利用者' : change.user}
            </Box>
          </Flex>
          <ChangeText change={change} type={type} />
        </li>
      ))}
    </ol>
  )
}
