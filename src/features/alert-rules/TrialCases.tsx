import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import { levelLabel } from '../../../contract/alert-rules/levels.ts'
import { elapsedText } from '../../lib/readings/plausibility.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'

interface Props {
  replay: ReplayAnswer
  /** Opens a reading. */
  onOpen: (readingId: number) => void
}

/** The latest ones tell enough about a rule. */
const shown = 20

/** The cases that a rule would have opened, the latest first, with the reading that opens each. */
export function TrialCases({ replay, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { cases } = replay
  return (
    <div>
      <Button variant="subtle" size="compact-md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'アラートの一覧を閉じる' : 'アラートの一覧を見る'}
      </Button>
      {isOpen && (
        <ul aria-label="このルールで開くアラート">
          {cases
            .toReversed()
            .slice(0, shown)
            .map((found) => (
              <Group key={found.opened_by} component="li" gap="xs" py={4}>
                <StatusPill tone={found.level === 'alarm' ? 'abnormal' : 'waiting'}>
                  {levelLabel[found.level]}
                </StatusPill>
                <TimeText time={found.opened_at} />
                <Text component="span" size="sm">
                  {found.closed_at === null
                    ? '続いている'
                    : elapsedText(Date.parse(found.closed_at) - Date.parse(found.opened_at))}
                </Text>
                <Button size="compact-md" variant="default" onClick={() => onOpen(found.opened_by)}>
                  測定値を見る
                </Button>
              </Group>
            ))}
        </ul>
      )}
      {isOpen && cases.length > shown && (
        <Text
          size="sm"
          c="dimmed"
        >{`${cases.length.toLocaleString('ja-JP')}件のうち新しい${shown}件です。`}</Text>
      )}
    </div>
  )
}
