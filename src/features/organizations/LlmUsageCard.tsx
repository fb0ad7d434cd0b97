import { Box, Button, Group, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import type { LlmUsageLog } from '../../../contract/llm-usage.ts'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { llmStatusNames } from './organizationTexts.ts'

interface Props {
  row: LlmUsageLog
  onOpen: (row: LlmUsageLog) => void
}

export const LlmPicture = ({ thumbnail }: Pick<LlmUsageLog, 'thumbnail'>) => (
  <Box component="span" display="block" flex="none" w={64} h={48}>
    <Thumbnail src={thumbnail} fallback={<IconPhotoOff size={22} aria-hidden />} />
  </Box>
)

export const LlmStatus = ({ status }: Pick<LlmUsageLog, 'status'>) => (
  <StatusPill tone={status === 'success' ? 'normal' : 'waiting'}>{llmStatusNames[status]}</StatusPill>
)

export const LlmDetailButton = ({ row, onOpen }: Props) => (
  <Button
    flex="none"
    variant="default"
    size="sm"
    onClick={() => onOpen(row)}
    aria-label={`${row.reading?.meter.name ?? row.model}の詳細を開く`}
  >
    詳細
  </Button>
)

/** A row where there is no room for a table. */
export const LlmUsageCard = ({ row, onOpen }: Props) => (
  <article aria-label={row.reading?.meter.name ?? row.model}>
    <Group gap="xs" wrap="nowrap">
      <LlmPicture thumbnail={row.thumbnail} />
      <Box flex={1} miw={0}>
        <LlmStatus status={row.status} /> <TimeText time={row.created_at} />
        <div className="break-anywhere">
          {row.provider} {row.model}
        </div>
      </Box>
      <LlmDetailButton row={row} onOpen={onOpen} />
    </Group>
    <Text inherit lineClamp={2} mt={4} className="break-anywhere">
      ユーザー: {row.user_prompt}
    </Text>
    <Text inherit lineClamp={2} mt={4} className="break-anywhere">
      システム: {row.system_prompt}
    </Text>
  </article>
)
