import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useId } from 'react'
import { levelLabel } from '../../../../contract/alert-rules/levels.ts'
import type { Alert } from '../../../../contract/alerts.ts'
import { earlierAlertsQuery } from '../../../lib/queries/alerts.ts'
import { AlertValue } from '../../../shared/alerts/AlertValue.tsx'
import { alertEndText } from '../../../shared/alerts/alertEndText.ts'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { spanTime } from '../../../ui/text/localTime.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { WhenAndWho } from '../../../ui/text/WhenAndWho.tsx'
import classes from './AlertContext.module.css'

interface Props {
  alert: Alert
  unit: string | undefined
}

/** More would push the facts of the reading away. */
const maxShown = 3

/** The alerts of the meter before this one: when, with which value, and who confirmed them with what comment. */
export function EarlierAlerts({ alert, unit }: Props) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <Box component="h3" id={heading} mb={4} fz="md" lh={1.4}>
        以前のアラート
      </Box>
      <Listed alert={alert} unit={unit} />
    </section>
  )
}

function Listed({ alert, unit }: Props) {
  const began = Date.parse(alert.created_at)
  const until = spanTime(began, use(TimeZone))
  const { data, error, refetch } = useQuery(earlierAlertsQuery(alert.meter_value.meter_id, until))
  if (data === undefined)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <RowSkeletons count={2} height={32} />
    )
  const earlier = data.alerts.filter((each) => each.id !== alert.id && Date.parse(each.created_at) <= began)
  const shown = earlier.slice(0, maxShown)
  // The others that were asked for are this alert, or began in the same minute after it.
  const rest = data.count - (data.alerts.length - earlier.length) - shown.length
  if (shown.length === 0) return <p className={classes.rest}>以前のアラートはありません。</p>
  return (
    <>
      <ol aria-label="以前のアラートの一覧">
        {shown.map((each) => (
          <li key={each.id} className={classes.alert}>
            <PlainTime time={each.created_at} />
            <AlertValue reading={each.meter_value} unit={unit} />
            <Box component="span" c="dimmed">
              {stateOf(each)}
            </Box>
            {each.confirm_at !== null && (
              <span>
                確認済み <WhenAndWho time={each.confirm_at} by={each.confirmed_by} />
              </span>
            )}
            {each.comment !== null && (
              <Box component="span" flex="0 1 100%" className="break-anywhere">
                {each.comment}
              </Box>
            )}
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <p className={classes.rest}>
          {`ほか ${rest.toLocaleString('ja-JP')} 件。アラート画面をメーターで絞り込むと、すべて確認できます。`}
        </p>
      )}
    </>
  )
}

function stateOf(alert: Alert): string {
  const { rule, is_alert: isOccurring, confirm_at: confirmedAt } = alert
  const level = rule && `${levelLabel[rule.level]} ${rule.name}`
  const end = isOccurring ? '発生中' : alertEndText(alert)
  return [level, end, confirmedAt === null && '未確認'].filter(Boolean).join('、')
}
