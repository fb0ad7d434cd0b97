import type { Alert } from '../../../contract/alerts.ts'
import type { Presenter } from '../../presenter.ts'
import type { AlertRow } from './repository.ts'

export function presentAlert(
  { alert, worsened, reading, meter, confirmedBy, assignee }: AlertRow,
  present: Presenter,
): Alert {
  const { reasons: known, timeMark } = reading
  const reasons = timeMark === null ? known : [`${timeMark} time`, ...known]
  return {
    id: alert.id,
    is_alert: alert.isAlert,
    is_alerted: alert.isAlerted,
    confirm_at: alert.confirmAt && present.instant(alert.confirmAt),
    confirmed_by: confirmedBy,
    comment: alert.comment,
    comment_edited_at: alert.commentEditedAt && present.instant(alert.commentEditedAt),
    ...(alert.assigneeUserId !== null &&
      alert.takenAt !== null && {
        assignee: {
          id: alert.assigneeUserId,
          username: assignee,
          taken_at: present.instant(alert.takenAt),
        },
      }),
    ...(alert.escalatedAt !== null && {
      escalated: {
        at: present.instant(alert.escalatedAt),
        recipient_group: alert.escalatedTo?.name ?? null,
      },
    }),
    ...(alert.repeatedAt !== null && { repeated_at: present.instant(alert.repeatedAt) }),
    created_at: present.instant(alert.createdAt),
    updated_at: present.instant(alert.updatedAt),
    end_reason: alert.endReason,
    emergency_start_value: alert.emergencyStartValue,
    emergency_end_value: alert.emergencyEndValue,
    ...(alert.rule !== null && { rule: alert.rule }),
    ...(worsened !== null && {
      worsened: {
        id: worsened.id,
        meter_value_id: worsened.readingId,
        previous_value: worsened.previousValue,
        value: worsened.value,
        created_at: present.instant(new Date(worsened.at)),
      },
    }),
    meter_value: {
      id: alert.readingId,
      value: reading.value,
      ...(reading.correctedFrom !== null && { corrected_from: reading.correctedFrom.value }),
      ...(reasons.length > 0 && { reasons }),
      ...(reading.deviceErrors.length > 0 && { device_errors: reading.deviceErrors }),
      ...(reading.needsReview && { needs_review: true }),
      meter_id: alert.meterId,
      created_at: present.instant(reading.createdAt),
      thumbnail: present.picture(reading.pictureSha256, 'thumbnail'),
      result_thumbnail: present.picture(reading.resultSha256, 'thumbnail'),
      meter: {
        name: meter.name,
        meter_unit_id: meter.unitId,
        meter_category_id: meter.categoryId,
        meter_group_id: meter.groupId,
        inspection_id: meter.inspectionId,
        decimal_point: meter.decimalPoint,
        emergency_start_value: meter.emergencyStartValue,
        emergency_end_value: meter.emergencyEndValue,
      },
    },
  }
}
