import { Button, Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import type { Meter } from '../../../contract/meters.ts'
import { replayQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { useWorking } from '../../ui/state/useWorking.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import classes from './trial.module.css'
import { countText } from './trialTexts.ts'

interface Props {
  judging: Judging
  meters: readonly Meter[]
  /** Shows 試算 of one meter. */
  onChoose: (meterId: number) => void
}

interface Result {
  meter: Meter
  replay: ReplayAnswer
}

/** The loudest meters are those that decide. */
const shown = 20

/** 試算 of all meters of a rule, one after another, the loudest first. Another rule needs another one. */
export function GroupTrial({ judging, meters, onChoose }: Props) {
  const client = useQueryClient()
  const [results, setResults] = useState<readonly Result[]>([])
  const [error, setError] = useState<unknown>(null)
  const [isRunning, startRunning] = useWorking()
  const run = useRef<AbortController>(null)
  useEffect(() => () => run.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    run.current = controller
    const { signal } = controller
    setError(null)
    setResults([])
    for (const meter of meters) {
      try {
        const replay = await client.fetchQuery(replayQuery(meter.id, judging))
        if (signal.aborted) return
        setResults((before) => [...before, { meter, replay }])
      } catch (failure) {
        if (!signal.aborted) setError(failure)
        return
      }
    }
  }

  const count = meters.length.toLocaleString('ja-JP')
  const sorted = results.toSorted((a, b) => b.replay.cases.length - a.replay.cases.length)
  const cases = results.reduce((sum, { replay }) => sum + replay.cases.length, 0)
  return (
    <Stack gap="xs" align="flex-start">
      {isRunning ? (
        <Group gap="sm" w="100%">
          <Progress
            flex={1}
            maw="24em"
            value={(results.length / meters.length) * 100}
            aria-label="すべてのメーターの試算"
          />
          <Text size="sm">{`${results.length.toLocaleString('ja-JP')} / ${count}件`}</Text>
          <Button variant="default" onClick={() => run.current?.abort()}>
            中止
          </Button>
        </Group>
      ) : (
        <Button variant="default" onClick={() => startRunning(start)}>
          {`${count}件すべてのメーターで試算`}
        </Button>
      )}
      {error !== null && <ErrorState error={error} retry={() => startRunning(start)} />}
      {results.length > 0 && (
        <>
          <Text fw={700} role="status">
            {`メーター${results.length.toLocaleString('ja-JP')}件で、アラートは合わせて${cases.toLocaleString('ja-JP')}件`}
          </Text>
          <ul className={classes.meters} aria-label="メーターごとのアラート">
            {sorted.slice(0, shown).map(({ meter, replay }) => (
              <li key={meter.id}>
                <UnstyledButton className={classes.meter} onClick={() => onChoose(meter.id)}>
                  <span className="break-anywhere">{meter.name}</span> {countText(replay)}
                  {replay.is_noisy && <StatusPill tone="waiting">週に1件を超えます</StatusPill>}
                </UnstyledButton>
              </li>
            ))}
          </ul>
          {sorted.length > shown && <Text size="sm" c="dimmed">{`アラートの多い${shown}件です。`}</Text>}
        </>
      )}
    </Stack>
  )
}
