import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import type { AllocationRule } from '../../../../contract/usage/allocations.ts'
import { monthText } from '../../../../text/monthText.ts'
import { useDeleteAllocationRule } from '../../../lib/mutations/allocationMutations.ts'
import { allocationRulesQuery } from '../../../lib/queries/allocations/allocations.ts'
import { costBearersQuery } from '../../../lib/queries/costBearers.ts'
import { DeleteAction } from '../../../ui/form/DeleteAction.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RefetchError } from '../../../ui/table/RefetchError.tsx'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { todayIn } from '../../../ui/text/formatTime.ts'
import classes from '../terms/terms.module.css'
import { AllocationRuleDialog } from './AllocationRuleDialog.tsx'
import { ruleText } from './ruleText.ts'

/** 按分: how the usage of a meter is allocated when, and another rule, correction or deletion. */
export function AllocationRules({ meter }: { meter: Meter }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(allocationRulesQuery(meter.id))
  const { data: bearers = [] } = useQuery(costBearersQuery)
  /** `null`: a new rule. */
  const [edited, setEdited] = useState<AllocationRule | null | undefined>()
  const month = todayIn(use(TimeZone), useCurrentMinute()).slice(0, 'YYYY-MM'.length)
  const current = data?.find(({ from_month: from }) => from <= month)
  const retry = () => void refetch()
  return (
    <Fact label="按分">
      <span className={classes.history}>
        {data ? (
          <>
            {error && <RefetchError error={error} fetchedAt={dataUpdatedAt} retry={retry} />}
            {data.length > 0 ? (
              <ul className={classes.history} aria-label="按分の方法">
                {data.map((rule) => (
                  <li key={rule.from_month} className={classes.row}>
                    <span>
                      {monthText(rule.from_month)}から {ruleText(rule, bearers)}
                      {rule === current && <span className={classes.quiet}>今の設定</span>}
                    </span>
                    <span className={classes.buttons}>
                      <ActionIcon
                        variant="subtle"
                        size={44}
                        aria-label={`${monthText(rule.from_month)}からの按分を修正`}
                        onClick={() => setEdited(rule)}
                      >
                        <IconPencil size={20} aria-hidden />
                      </ActionIcon>
                      <DeleteButton meter={meter} rule={rule} />
                    </span>
                  </li>
                ))}
              </ul>
            ) : (
              <span>このメーターの使用量は按分していません。</span>
            )}
            <Button
              mih={44}
              variant="default"
              leftSection={<IconPlus size={20} aria-hidden />}
              onClick={() => setEdited(null)}
            >
              按分の方法を追加
            </Button>
          </>
        ) : error ? (
          <ErrorState error={error} retry={retry} />
        ) : (
          <Skeleton height={44} aria-label="読み込み中" role="status" />
        )}
      </span>
      {data && edited !== undefined && (
        <AllocationRuleDialog
          meter={meter}
          rules={data}
          rule={edited}
          month={month}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Fact>
  )
}

function DeleteButton({ meter, rule }: { meter: Meter; rule: AllocationRule }) {
  const deletion = useDeleteAllocationRule(meter.id)
  const from = monthText(rule.from_month)
  return (
    <DeleteAction
      label={`${from}からの按分を削除`}
      what="按分の方法"
      text={() =>
        `「${meter.name}」の ${from}からの按分の方法を削除します。その前の方法が続けて適用されます。締めた月の按分は変わりません。`
      }
      onDelete={() => deletion.mutateAsync(rule.from_month)}
    />
  )
}
