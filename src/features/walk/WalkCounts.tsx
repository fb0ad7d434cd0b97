import { IconCloudCheck, IconCloudUpload } from '@tabler/icons-react'
import type { Walk } from '../../lib/rounds/walk.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import classes from './WalkCounts.module.css'

/** 予定 = 撮影 + スキップ + 残り, and what of it has arrived. */
export function WalkCounts({ walk }: { walk: Walk }) {
  const { stops, captured, skipped, left, unsent } = walk
  const arrived = captured + skipped - unsent
  const share = (count: number) => `${(100 * count) / stops.length}%`
  return (
    <section className={classes.counts} aria-label="進み具合">
      <div className={classes.bar} aria-hidden>
        <span data-captured style={{ width: share(captured) }} />
        <span data-skipped style={{ width: share(skipped) }} />
      </div>
      <dl className={classes.numbers}>
        <Count label="予定" count={stops.length} sign="＝" />
        <Count label="撮影" count={captured} sign="＋" />
        <Count label="スキップ" count={skipped} sign="＋" />
        <Count label="残り" count={left} />
      </dl>
      <p className={classes.sent}>
        撮影とスキップの記録
        <StatusPill tone={arrived > 0 ? 'normal' : 'neutral'} icon={IconCloudCheck}>
          送信済 {arrived}
        </StatusPill>
        <StatusPill tone={unsent > 0 ? 'waiting' : 'neutral'} icon={IconCloudUpload}>
          未送信 {unsent}
        </StatusPill>
      </p>
    </section>
  )
}

const Count = ({ label, count, sign }: { label: string; count: number; sign?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{count}</dd>
    {sign && <span aria-hidden>{sign}</span>}
  </div>
)
