import { Button, Group, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Scale } from '../../../contract/alert-rules/deadBand.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { bandOf, closingByStep } from './closingLimit.ts'
import type { RuleForm } from './ruleForm.ts'

interface Props extends Pick<RuleForm, 'values' | 'change'> {
  scale: Scale
}

/** 不感帯: how far a value has to come back before a case closes, with buttons that widen and narrow it. */
export function DeadBand({ values, scale, change }: Props) {
  const band = bandOf(values)
  const step = (direction: 1 | -1) => change({ closing: closingByStep(values, scale, direction) })
  if (values.warning.trim() === '' && values.alarm.trim() === '') return null
  return (
    <Group gap={8} align="center">
      <Text component="span" size="sm" role="status">
        {band === null ? '不感帯を計算できません' : `不感帯 ${formatNumber(band, null)} ${scale.unit}`}
      </Text>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        aria-label="不感帯を広げる"
        onClick={() => step(1)}
      >
        広げる
      </Button>
      <Button
        variant="default"
        leftSection={<IconMinus size={18} aria-hidden />}
        aria-label="不感帯を狭める"
        onClick={() => step(-1)}
      >
        狭める
      </Button>
    </Group>
  )
}
