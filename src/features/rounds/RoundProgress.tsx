import { Flex, Stack } from '@mantine/core'
import { IconAlertTriangleFilled, IconCloudUpload, IconEyeExclamation } from '@tabler/icons-react'
import type { PastRound } from '../../../contract/rounds.ts'
import { ProgressBar } from '../../shared/rounds/ProgressBar.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import text from '../../ui/text/Text.module.css'

interface Props {
  round: Pick<PastRound, 'planned' | 'captured' | 'skipped' | 'remaining' | 'abnormal' | 'unsure'>
  /** On this phone only. */
  unsent?: number
}

/** 予定 = 撮影 + スキップ + 残り as a bar and in figures, and what there is to look at. */
export function RoundProgress({ round, unsent = 0 }: Props) {
  const { planned, captured, skipped, remaining, abnormal, unsure } = round
  return (
    <Stack gap={6} maw={640}>
      <ProgressBar planned={planned} captured={captured} skipped={skipped} />
      <p className={text.small}>
        予定 <b>{planned}</b> = 撮影 <b>{captured}</b> + スキップ <b>{skipped}</b> + 残り <b>{remaining}</b>
      </p>
      {(abnormal > 0 || unsure > 0 || unsent > 0) && (
        <Flex component="p" wrap="wrap" gap={6}>
          {abnormal > 0 && (
            <StatusPill tone="abnormal" icon={IconAlertTriangleFilled}>
              異常 {abnormal}
            </StatusPill>
          )}
          {unsure > 0 && (
            <StatusPill tone="waiting" icon={IconEyeExclamation}>
              要確認 {unsure}
            </StatusPill>
          )}
          {unsent > 0 && (
            <StatusPill tone="waiting" icon={IconCloudUpload}>
              未送信 {unsent}
            </StatusPill>
          )}
        </Flex>
      )}
    </Stack>
  )
}
