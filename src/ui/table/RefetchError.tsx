import { Box, Button, Group } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { failureText } from '../../failures/failureText.ts'
import { useCorrectedTime, useCurrentMinute } from '../text/currentMinute.ts'
import { formatTimeAgo } from '../text/formatTime.ts'

interface Props {
  error: unknown
  /** Of the shown data, milliseconds since 1970. */
  fetchedAt: number
  retry: () => void
}

/** A refetch failed, and the data's age. Offline `AgeNote` replaces it. */
export function RefetchError({ error, fetchedAt, retry }: Props) {
  const { online } = useNetwork()
  const now = useCurrentMinute()
  const at = useCorrectedTime(fetchedAt)
  if (!online) return null
  const { title, detail } = failureText(error)
  return (
    <Group
      gap="6px 12px"
      mb={8}
      py={6}
      px="sm"
      bdrs="md"
      fz="sm"
      c="var(--waiting-text)"
      bg="var(--waiting-soft)"
      role="status"
    >
      <IconAlertTriangle size={18} aria-hidden />
      {/* Beside its icon; the button wraps below. */}
      <Box component="span" className="by-phrase" flex="1 1 14em">
        {title}。{detail}
        {formatTimeAgo(at, now)}の内容です。
      </Box>
      <Button size="compact-md" variant="default" onClick={retry}>
        再試行
      </Button>
    </Group>
  )
}
