import { Flex, Group, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import clsx from 'clsx'
import type { Maintenance } from '../../../contract/alert-rules/maintenances.ts'
import type { Alert } from '../../../contract/alerts.ts'
import type { Category } from '../../../contract/categories.ts'
import { isTimeUnconfirmed } from '../../../contract/time/timeReasons.ts'
import { AlertJudgement } from '../../shared/alerts/AlertJudgement.tsx'
import { AlertValue } from '../../shared/alerts/AlertValue.tsx'
import { AssigneeText } from '../../shared/alerts/AssigneeText.tsx'
import { alertEndText } from '../../shared/alerts/alertEndText.ts'
import { RemindedText } from '../../shared/alerts/RemindedText.tsx'
import { WorsenedMark } from '../../shared/alerts/WorsenedMark.tsx'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { MaintenanceMark } from '../../shared/maintenances/MaintenanceMark.tsx'
import { UnconfirmedTime } from '../../shared/readings/UnconfirmedTime.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import card from '../../ui/table/PictureCard.module.css'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import text from '../../ui/text/Text.module.css'
import { AlertActions } from './AlertActions.tsx'
import { AlertComment } from './AlertComment.tsx'
import classes from './Alerts.module.css'
import { ChangeAssigneeButton, TakeButton } from './AssigneeActions.tsx'
import { causesOf } from './causesOf.ts'
import type { Assigning } from './useAssigning.ts'

interface Props {
  alert: Alert
  unit: string | undefined
  category: Category | undefined
  onOpen: (alert: Alert) => void
  onConfirm: ((alert: Alert) => void) | undefined
  assigning: Assigning
  maintenances: readonly Maintenance[]
  /** Absent: another person confirmed it. */
  onEditComment?: ((alert: Alert) => void) | undefined
}

/** On phones and tablets. */
export function AlertCard(props: Props) {
  const { alert, unit, category, onOpen, onConfirm, assigning, maintenances, onEditComment } = props
  const { meter_value: reading, confirm_at: confirmedAt } = alert
  const { meter, reasons = [] } = reading
  return (
    <article
      className={clsx(card.card, classes.card)}
      data-occurring={alert.is_alert || undefined}
      aria-label={meter.name}
    >
      <div className={card.picture}>
        <Thumbnail
          src={reading.result_thumbnail ?? reading.thumbnail}
          fallback={category && <CategoryIcon category={category} size={36} />}
        />
      </div>
      <Stack gap={2} miw={0}>
        <h2 className={classes.title}>
          <ScreenLink route="/meters/$id" params={{ id: String(reading.meter_id) }}>
            {meter.name}
          </ScreenLink>
        </h2>
        <div className={classes.value}>
          <AlertValue reading={reading} unit={unit} size="lg" />
        </div>
        <MaintenanceMark alert={alert} maintenances={maintenances} />
        <WorsenedMark alert={alert} unit={unit} />
        {causesOf(reading).map((cause) => (
          <p key={cause} className={classes.cause}>
            {cause}
          </p>
        ))}
        {isTimeUnconfirmed({ reasons }) && (
          <p className={text.dimmed}>
            測定 <PlainTime time={reading.created_at} /> <UnconfirmedTime />
          </p>
        )}
        <p className={text.dimmed}>
          <AlertJudgement alert={alert} decimals={meter.decimal_point} unit={unit} />
        </p>
        <p className={text.dimmed}>
          発生 <PlainTime time={alert.created_at} />
        </p>
        {alert.end_reason && <p className={classes.end}>{alertEndText(alert)}</p>}
        {confirmedAt === null ? (
          <p className={text.dimmed}>
            {alert.is_alert ? '更新' : '終了'} <PlainTime time={alert.updated_at} />
          </p>
        ) : (
          <Flex component="p" className={classes.confirmed} gap={4} align="flex-start" fz="sm">
            <IconCircleCheck size={18} aria-hidden />
            <span>
              確認済み <PlainTime time={confirmedAt} /> {alert.confirmed_by}
            </span>
          </Flex>
        )}
        {(confirmedAt === null || alert.assignee) && (
          <Flex component="p" className={text.dimmed} gap={4} align="center">
            <span>
              担当：
              <AssigneeText alert={alert} />
            </span>
            <ChangeAssigneeButton alert={alert} assigning={assigning} />
          </Flex>
        )}
        {(alert.escalated || alert.repeated_at) && (
          <p className={text.dimmed}>
            <RemindedText alert={alert} />
          </p>
        )}
        {confirmedAt !== null && <AlertComment alert={alert} onEdit={onEditComment} />}
      </Stack>
      <Group className={classes.cardActions} gap={8} align="stretch">
        <AlertActions alert={alert} onOpen={onOpen} onConfirm={onConfirm}>
          <TakeButton alert={alert} assigning={assigning} />
        </AlertActions>
      </Group>
    </article>
  )
}
