import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import type { NoiseSource, QuieterRule } from '../../../contract/alert-rules/noise.ts'
import { sentenceOf } from '../../../contract/alert-rules/sentenceOf.ts'
import type { Meter } from '../../../contract/meters.ts'
import { formatRange } from '../../../text/formatNumber.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertRulesQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { noiseQuery, quieterRuleQuery } from '../../lib/queries/alert-rules/noise.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { changeText, factsOf, problemTexts, trialText } from './noiseTexts.ts'
import type { ReadingDialogOf } from './readingDialog.ts'
import { type RuleValues, valuesOf } from './ruleForm.ts'

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

/** A rule that is opened with a proposal in its form; null: a new one. */
interface Edited {
  rule: AlertRule | null
  initial: RuleValues
}

/** 通知の多いルール: what opened the most alerts, whether people acted on them, and a quieter rule with its 試算. */
export function NoisyRules({ readingDialog }: { readingDialog: ReadingDialogOf }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(noiseQuery)
  const { data: rules = [] } = useQuery(alertRulesQuery)
  const { meters, units } = useMasters('meters', 'units')
  const isAdmin = useAccount().role >= role.admin
  const [edited, setEdited] = useState<Edited | null>(null)
  const sources = data?.sources ?? []
  const queries = sources.map(quieterRuleQuery)
  // One 試算 after another: the server runs the heavy calls of an organization one at a time.
  const first = queries.findIndex(({ queryKey }) => {
    const state = client.getQueryState(queryKey)
    return state === undefined || state.status === 'pending'
  })
  const trials = useQueries({
    queries: queries.map((query, index) => ({ ...query, enabled: first === -1 || index <= first })),
  })
  if (data === undefined)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <RowSkeletons count={3} height={160} />
    )
  if (sources.length === 0)
    return (
      <EmptyState
        icon={IconCircleCheck}
        title="通知の多いルールはありません"
        text="過去90日に、1週間に1件を超えてアラートを開いたルールと異常範囲はありません。"
      />
    )
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        過去90日に、1週間に1件を超えてアラートを開いたルールと異常範囲です（多い順に10件まで）。夜間は22:00から6:00です。ルールや異常範囲を変えると、数え直します。
      </Text>
      <Stack component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label="通知の多いルール">
        {sources.map((source, index) => {
          const rule = rules.find(({ id }) => id === source.rule_id)
          const meter = meters.find(({ id }) => id === source.meter_id)
          const unit = nameIn(units, rule?.meter_unit_id ?? meter?.meter_unit_id ?? null) ?? ''
          return (
            <Paper key={`${source.rule_id} ${source.meter_id}`} component="li" withBorder p="md" radius="md">
              <Stack gap="xs">
                <Group gap="sm">
                  <Text fw={700} className="break-anywhere">
                    {source.name}
                  </Text>
                  {source.confirmed === 0 && <StatusPill tone="waiting">確認なし</StatusPill>}
                </Group>
                <Text size="sm" c="dimmed" className="break-anywhere">
                  {rule?.sentence ?? rangeTextOf(meter, unit)}
                </Text>
                <Group component="ul" gap="4px 16px" p={0} m={0} style={{ listStyle: 'none' }}>
                  {factsOf(source).map((fact) => (
                    <Text key={fact} component="li" className="tabular-nums">
                      {fact}
                    </Text>
                  ))}
                </Group>
                <Proposal
                  source={source}
                  meter={meter}
                  unit={unit}
                  trial={trials[index]}
                  onOpen={isAdmin ? (quieter) => setEdited(editedOf(source, rule, meter, quieter)) : null}
                />
              </Stack>
            </Paper>
          )
        })}
      </Stack>
      {edited && (
        <Suspense>
          <RuleDialog
            {...edited}
            source={null}
            readingDialog={readingDialog}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Stack>
  )
}

function rangeTextOf(meter: Meter | undefined, unit: string): string {
  const { emergency_start_value: low = null, emergency_end_value: high = null, decimal_point } = meter ?? {}
  return low === null || high === null
    ? ''
    : `異常範囲 ${formatRange(low, high, decimal_point ?? null)} ${unit}の外`
}

/** Null while the rule or the meter is not here yet. */
function editedOf(
  source: NoiseSource,
  rule: AlertRule | undefined,
  meter: Meter | undefined,
  quieter: QuieterRule['rule'],
): Edited | null {
  if (rule) return { rule, initial: valuesOf({ ...rule, ...quieter }) }
  if (!meter) return null
  const target = { meter_id: meter.id, meter_group_id: null, meter_category_id: null }
  const name = `${source.name} 上下限`
  return {
    rule: null,
    initial: valuesOf({ name, ...target, meter_unit_id: meter.meter_unit_id, ...quieter }),
  }
}

interface ProposalProps {
  source: NoiseSource
  meter: Meter | undefined
  unit: string
  trial: UseQueryResult<QuieterRule> | undefined
  /** Null: for users who only read. */
  onOpen: ((quieter: QuieterRule['rule']) => void) | null
}

function Proposal({ source, meter, unit, trial, onOpen }: ProposalProps) {
  if (trial?.data === undefined)
    return trial?.error ? (
      <ErrorState error={trial.error} retry={() => void trial.refetch()} />
    ) : (
      <RowSkeletons count={1} height={72} />
    )
  const { rule, proposed, problem } = trial.data
  if (proposed === null) return <Text size="sm">{problem && problemTexts[problem]}</Text>
  const isRange = source.rule_id === null
  const decimals = meter?.decimal_point ?? null
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={4} flex="1 1 20em" miw={0}>
        <Text fw={700} className="break-anywhere">
          {isRange
            ? `提案：ルールに置き換える。${sentenceOf(proposed.rule, { subject: source.name, unit, decimals })}`
            : `提案：${changeText(rule, proposed.rule, unit)}`}
        </Text>
        <Text className="tabular-nums">{trialText(trial.data, source)}</Text>
        {isRange && (
          <Text size="sm" c="dimmed">
            ルールを登録したあと、メーターの異常範囲を広げるか外してください。そのままでは両方が知らせます。
          </Text>
        )}
      </Stack>
      {onOpen && (
        <Button
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`${source.name}を、この案で${isRange ? '登録' : '編集'}`}
          onClick={() => onOpen(proposed.rule)}
        >
          {isRange ? 'この案で登録' : 'この案で編集'}
        </Button>
      )}
    </Group>
  )
}
