import { Box, Flex, Stack } from '@mantine/core'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import type { Alert } from '../../../contract/alerts.ts'
import type { AlertState } from '../../lib/queries/alerts.ts'
import { nameIn } from '../../lib/queries/masters.ts'
import { AlertJudgement } from '../../shared/alerts/AlertJudgement.tsx'
import { AlertValue } from '../../shared/alerts/AlertValue.tsx'
import { AssigneeText } from '../../shared/alerts/AssigneeText.tsx'
import { alertEndText } from '../../shared/alerts/alertEndText.ts'
import { RemindedText } from '../../shared/alerts/RemindedText.tsx'
import { WorsenedMark } from '../../shared/alerts/WorsenedMark.tsx'
import { MaintenanceMark } from '../../shared/maintenances/MaintenanceMark.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column, NamedRow } from '../../ui/table/column.ts'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { AlertActions } from './AlertActions.tsx'
import { AlertComment } from './AlertComment.tsx'
import classes from './Alerts.module.css'
import { ChangeAssigneeButton, TakeButton } from './AssigneeActions.tsx'
import { causesOf } from './causesOf.ts'
import type { Assigning } from './useAssigning.ts'

/** Titles of the second time. */
const changedTitles = { occurring: '更新日時', past: '終了日時', confirmed: '確認日時' } as const

interface Options {
  state: AlertState
  units: readonly NamedRow[]
  onOpen: (alert: Alert) => void
  onConfirm: ((alert: Alert) => void) | undefined
  assigning: Assigning
  maintenances: readonly Maintenance[]
  /** Opens the comment of one’s own confirmation; undefined for those of others. */
  commentEditor?: (alert: Alert) => ((alert: Alert) => void) | undefined
}

export function alertColumns(options: Options): Column<Alert>[] {
  const { state, units, onOpen, onConfirm, assigning, maintenances, commentEditor } = options
  const confirmed = state === 'confirmed'
  return [
    {
      key: 'name',
      fixed: true,
      title: 'メーター名',
      width: confirmed ? 'clamp(8rem, 11vw, 12.5rem)' : 'clamp(9.375rem, 13vw, 12.5rem)',
      cell: (alert) => {
        const { meter_id, meter } = alert.meter_value
        return (
          <>
            <ScreenLink className={classes.name} route="/meters/$id" params={{ id: String(meter_id) }}>
              {meter.name}
            </ScreenLink>
            <MaintenanceMark alert={alert} maintenances={maintenances} />
            <WorsenedMark alert={alert} />
          </>
        )
      },
    },
    {
      key: 'value',
      fixed: true,
      title: '測定値',
      align: 'right',
      noWrap: true,
      cell: ({ meter_value: reading }) => (
        <span className={classes.value}>
          <AlertValue reading={reading} />
          {causesOf(reading).map((cause) => (
            <span key={cause} className={classes.cause}>
              {cause}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'range',
      title: '異常範囲',
      align: 'right',
      noWrap: true,
      cell: (alert) => {
        const { decimal_point: decimals } = alert.meter_value.meter
        const judgement = <AlertJudgement alert={alert} decimals={decimals} isHeaded />
        if (alert.rule === undefined) return judgement
        return (
          <Box miw="8rem" ta="left" fz="sm" style={{ whiteSpace: 'normal' }}>
            {judgement}
          </Box>
        )
      },
    },
    {
      key: 'unit',
      title: '単位',
      filter: { key: 'units', options: units },
      text: ({ meter_value: { meter } }) => nameIn(units, meter.meter_unit_id),
    },
    {
      key: 'created',
      fixed: true,
      title: '発生日時',
      sort: 'time',
      cell: ({ created_at }) => <TimeText time={created_at} />,
    },
    {
      key: 'changed',
      fixed: true,
      title: changedTitles[state],
      sort: 'time',
      cell: (alert) => (
        <>
          <TimeText time={(confirmed && alert.confirm_at) || alert.updated_at} />
          {state === 'past' && <span className={classes.reason}>{alertEndText(alert)}</span>}
        </>
      ),
    },
    ...(confirmed
      ? [
          {
            key: 'confirmedBy',
            title: '確認者',
            cell: (alert: Alert) => (
              <>
                {alert.confirmed_by}
                {alert.assignee && (
                  <span className={classes.reason}>
                    担当：
                    <AssigneeText alert={alert} />
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'comment',
            title: 'コメント',
            width: 'clamp(5.5rem, 7vw, 12.5rem)',
            cell: (alert: Alert) => <AlertComment alert={alert} onEdit={commentEditor?.(alert)} />,
          },
        ]
      : [
          {
            key: 'assignee',
            title: '担当',
            width: 'clamp(8.75rem, 11vw, 12.5rem)',
            cell: (alert: Alert) => (
              <Stack gap={4} align="start" className={classes.comment}>
                <Flex component="span" gap={4} align="center">
                  <span>
                    <AssigneeText alert={alert} />
                  </span>
                  <ChangeAssigneeButton alert={alert} assigning={assigning} />
                </Flex>
                <TakeButton alert={alert} assigning={assigning} />
                <RemindedText alert={alert} />
              </Stack>
            ),
          },
        ]),
    {
      key: 'actions',
      fixed: true,
      title: 'データ確認',
      pinned: true,
      // Side by side, in narrow windows one below the other.
      width: confirmed ? '9.25rem' : 'clamp(10.25rem, 63vw - 37rem, 18.75rem)',
      cell: (alert) => (
        <Flex component="span" wrap="wrap" gap={8}>
          <AlertActions alert={alert} onOpen={onOpen} onConfirm={onConfirm} />
        </Flex>
      ),
    },
  ]
}
