import { Box, Button, Group, Stack } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconInfoCircle,
  IconPlayerPause,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ValueRow } from '../../../../offline/rows.ts'
import type { RowState } from '../../../../offline/sendable.ts'
import text from '../../../ui/text/Text.module.css'
import { nextStepText, standstillText, stateErrorText, takeBackText } from '../captureTexts.ts'
import { useRowActions } from './useRowActions.ts'

const icons: Partial<Record<RowState, TablerIcon>> = { aside: IconPlayerPause, discarded: IconX }

const [quiet, failed] = ['var(--neutral-text)', 'var(--abnormal-text)']

interface Props {
  /** Absent where this device has it no longer. */
  capture: ValueRow | undefined
}

/** A capture that is not on its way to the server: why, and what can be done. */
export function StoppedCapture({ capture }: Props) {
  if (!capture) {
    return (
      <Group gap={12} align="flex-start" wrap="nowrap" role="status">
        <IconInfoCircle size={32} color={quiet} aria-hidden />
        <Stack gap={4} align="flex-start">
          <Box component="p" fw={700}>
            送信状況を表示できません
          </Box>
          <p className={text.small}>この記録が、端末に見つかりません。</p>
        </Stack>
      </Group>
    )
  }
  const Icon = icons[capture.state] ?? IconAlertTriangle
  const failure = stateErrorText(capture)
  return (
    <Group gap={12} align="flex-start" wrap="nowrap" role="status">
      <Icon size={32} color={capture.removed ? quiet : failed} aria-hidden />
      <Stack gap={4} align="flex-start">
        <Box component="p" fw={700}>
          {standstillText(capture)}
        </Box>
        {failure && <p className={text.small}>{failure}</p>}
        <p className={text.small}>{nextStepText(capture)}</p>
        {capture.removed && <TakeBack capture={capture} />}
      </Stack>
    </Group>
  )
}

function TakeBack({ capture }: { capture: ValueRow }) {
  const { takeBack } = useRowActions(capture)
  return (
    <Button
      variant="default"
      mih={48}
      mt={4}
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => void takeBack()}
    >
      {takeBackText(capture)}
    </Button>
  )
}
