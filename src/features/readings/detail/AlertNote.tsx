import { Box, Flex, Stack } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { AlertJudgement } from '../../../shared/alerts/AlertJudgement.tsx'
import { alertEndText } from '../../../shared/alerts/alertEndText.ts'
import { WorsenedMark } from '../../../shared/alerts/WorsenedMark.tsx'
import note from '../../../ui/state/Note.module.css'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { AlertCommentRow } from './rows/AlertCommentRow.tsx'

interface Props {
  alert: Pick<
    Alert,
    | 'id'
    | 'created_at'
    | 'updated_at'
    | 'end_reason'
    | 'rule'
    | 'emergency_start_value'
    | 'emergency_end_value'
    | 'confirm_at'
    | 'confirmed_by'
    | 'comment'
    | 'comment_edited_at'
    | 'worsened'
    | 'meter_value'
  >
  meter: Pick<Reading['meter'], 'meter_unit_id' | 'decimal_point'>
  /** Whether the comment has unsaved input. */
  onDirty: (dirty: boolean) => void
}

/** Start of an alert, its range or rule, why it ended, who confirmed it, when, with what comment, which its author can edit. */
export function AlertNote({ alert, meter, onDirty }: Props) {
  const { username } = useAccount()
  const { units } = useMasters('units')
  const unit = nameIn(units, meter.meter_unit_id)
  const { emergency_start_value: start, emergency_end_value: end, rule } = alert
  const { end_reason: ended, confirm_at: at, confirmed_by: who, comment, comment_edited_at: editedAt } = alert
  return (
    <Stack gap={8} mb={12}>
      <Flex component="p" wrap="wrap" gap="0 16px" fz="sm" c="dimmed">
        アラート発生 <TimeText time={alert.created_at} />
        {(rule || start !== null || end !== null) && (
          <span>
            <AlertJudgement alert={alert} decimals={meter.decimal_point} unit={unit} />
            {!rule && 'で判定'}
          </span>
        )}
        {ended && (
          <span>
            終了 <TimeText time={alert.updated_at} /> {alertEndText(alert)}
          </span>
        )}
      </Flex>
      <WorsenedMark alert={alert} unit={unit} />
      {at !== null && (
        <div className={note.note} data-tone="normal">
          <IconCircleCheck size={18} aria-hidden />
          <Box flex={1} miw={0}>
            確認済み（
            <TimeText time={at} />
            {who !== null && `、${who}`}）
            {who === username ? (
              <Box c="var(--mantine-color-text)">
                <AlertCommentRow alert={alert} onDirty={onDirty} />
              </Box>
            ) : (
              comment !== null &&
              comment !== '' && (
                <Box component="span" display="block" c="var(--mantine-color-text)">
                  {comment}
                </Box>
              )
            )}
            {editedAt !== null && (
              <Box component="span" display="block" fz="sm" c="var(--mantine-color-text)">
                編集済み <TimeText time={editedAt} />
              </Box>
            )}
          </Box>
        </div>
      )}
    </Stack>
  )
}
