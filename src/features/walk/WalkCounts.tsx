import { Flex } from '@mantine/core'
import { IconCloudCheck, IconCloudUpload } from '@tabler/icons-react'
import type { Walk } from '../../lib/rounds/walk.ts'
import { ProgressBar } from '../../shared/rounds/ProgressBar.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import text from '../../ui/text/Text.module.css'
import classes from './WalkCounts.module.css'

/** 予定 = 撮影 + スキップ + 残り, and what of it has arrived. */
export function WalkCounts({ walk }: { walk: Walk }) {
  const { stops, captured, skipped, left, unsent } = walk
  const arrived = captured + skipped - unsent
  return (
    <Flex component="section" direction="column" gap={8} aria-label="進み具合">
      <ProgressBar planned={stops.length} captured={captured} skipped={skipped} />
      <dl className={classes.numbers}>
        <Count label="予定" count={stops.length} sign="＝" />
        <Count label="撮影" count={captured} sign="＋" />
        <Count label="スキップ" count={skipped} sign="＋" />
        <Count label="残り" count={left} />
      </dl>
      <Flex component="p" align="center" wrap="wrap" gap={8} fz="sm">
        撮影とスキップの記録
        <StatusPill tone={arrived > 0 ? 'normal' : 'neutral'} icon={IconCloudCheck}>
          送信済 {arrived}
        </StatusPill>
        <StatusPill tone={unsent > 0 ? 'waiting' : 'neutral'} icon={IconCloudUpload}>
          未送信 {unsent}
        </StatusPill>
      </Flex>
    </Flex>
  )
}

const Count = ({ label, count, sign }: { label: string; count: number; sign?: string }) => (
  <Flex gap={6} align="baseline">
    <dt className={text.dimmed}>{label}</dt>
    <dd>{count}</dd>
    {sign && <span aria-hidden>{sign}</span>}
  </Flex>
)
