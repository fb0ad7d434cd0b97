import { Button, Group } from '@mantine/core'
import { recentSpans, type SpanPreset, spanPresets } from './spanPresets.ts'

interface Props {
  /** `YYYY-MM-DD` in the organization’s zone. */
  today: string
  /** The selected days. */
  chosen: { from: string | undefined; to: string | undefined }
  /** 今日 and 直近1週間 too, where nothing else on the screen offers them. */
  recent?: boolean
  onChoose: (span: SpanPreset) => void
}

/** 昨日, 今月, 先月 as buttons. */
export const SpanPresetButtons = ({ today, chosen, recent = false, onChoose }: Props) => (
  <Group gap={8} role="group" aria-label="よく使う期間">
    {[...(recent ? recentSpans(today) : []), ...spanPresets(today)].map((span) => {
      const pressed = chosen.from === span.from && chosen.to === span.to
      return (
        <Button
          key={span.label}
          variant={pressed ? 'light' : 'default'}
          size="sm"
          aria-pressed={pressed}
          onClick={() => onChoose(span)}
        >
          {span.label}
        </Button>
      )
    })}
  </Group>
)
