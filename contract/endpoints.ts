import { alertReminderEndpoints } from './alert-rules/alertReminders.ts'
import { alertRuleEndpoints } from './alert-rules/alertRules.ts'
import { maintenanceEndpoints } from './alert-rules/maintenances.ts'
import { noiseEndpoints } from './alert-rules/noise.ts'
import { recipientGroupEndpoints } from './alert-rules/recipientGroups.ts'
import { alertChangeEndpoints } from './alerts/alertChanges.ts'
import { alertEndpoints } from './alerts.ts'
import { amendmentEndpoints } from './amendments.ts'
import { analyzeEndpoints } from './analyze.ts'
import { auditEndpoints } from './audit.ts'
import type { Endpoint } from './calls/endpoint.ts'
import { captureEndpoints } from './captures.ts'
import { categoryEndpoints } from './categories.ts'
import { closingEndpoints } from './closing/closings.ts'
import { cycleEndpoints } from './closing/cycles.ts'
import { costBearerEndpoints } from './cost-bearers.ts'
import { dataResetEndpoints } from './data-resets.ts'
import { deviceApiEndpoints } from './device-api.ts'
import { deviceConnectionEndpoints } from './device-connections.ts'
import { deviceEndpoints } from './devices.ts'
import { eventEndpoints } from './events.ts'
import { exportFormatEndpoints } from './exports/export-formats.ts'
import { groupEndpoints } from './groups.ts'
import { bulkEndpoints } from './import/bulk.ts'
import { importEndpoints } from './import/imports.ts'
import { inspectionEndpoints } from './inspections.ts'
import { invitationEndpoints } from './invitations.ts'
import { keyEndpoints } from './keys.ts'
import { llmUsageEndpoints } from './llm-usage.ts'
import { mapEndpoints } from './maps.ts'
import { meterEndpoints } from './meters.ts'
import { organizationDetailEndpoints } from './organization-detail.ts'
import { organizationEndpoints } from './organizations.ts'
import { outboxSealEndpoints } from './outbox-seals.ts'
import { pictureEndpoints } from './pictures.ts'
import { planEndpoints } from './plans.ts'
import { pushEndpoints } from './push.ts'
import { readingEndpoints } from './readings.ts'
import { replacementEndpoints } from './replacements.ts'
import { accuracyEndpoints } from './review/accuracy.ts'
import { blindEndpoints } from './review/blind.ts'
import { retakeEndpoints } from './review/retakes.ts'
import { reviewEndpoints } from './review/review.ts'
import { roundEndpoints } from './rounds.ts'
import { searchEndpoints } from './search.ts'
import { sessionEndpoints } from './sessions.ts'
import { quietHoursEndpoints } from './time/quietHours.ts'
import { unitEndpoints } from './units.ts'
import { allocationEndpoints } from './usage/allocations.ts'
import { estimateEndpoints } from './usage/estimates.ts'
import { statisticsEndpoints } from './usage/statistics.ts'
import { meterTermsEndpoints } from './usage/terms.ts'
import { usageEndpoints } from './usage/usages.ts'
import { memberDependentsEndpoints } from './users/memberDependents.ts'
import { userEndpoints } from './users.ts'

export const endpoints = {
  ...sessionEndpoints,
  ...userEndpoints,
  ...memberDependentsEndpoints,
  ...invitationEndpoints,
  ...outboxSealEndpoints,
  ...organizationEndpoints,
  ...organizationDetailEndpoints,
  ...quietHoursEndpoints,
  ...dataResetEndpoints,
  ...planEndpoints,
  ...llmUsageEndpoints,
  ...categoryEndpoints,
  ...unitEndpoints,
  ...groupEndpoints,
  ...inspectionEndpoints,
  ...costBearerEndpoints,
  ...roundEndpoints,
  ...meterEndpoints,
  ...meterTermsEndpoints,
  ...estimateEndpoints,
  ...allocationEndpoints,
  ...replacementEndpoints,
  ...readingEndpoints,
  ...usageEndpoints,
  ...statisticsEndpoints,
  ...cycleEndpoints,
  ...closingEndpoints,
  ...exportFormatEndpoints,
  ...bulkEndpoints,
  ...importEndpoints,
  ...captureEndpoints,
  ...amendmentEndpoints,
  ...alertEndpoints,
  ...alertChangeEndpoints,
  ...alertRuleEndpoints,
  ...noiseEndpoints,
  ...recipientGroupEndpoints,
  ...maintenanceEndpoints,
  ...alertReminderEndpoints,
  ...reviewEndpoints,
  ...retakeEndpoints,
  ...blindEndpoints,
  ...accuracyEndpoints,
  ...pushEndpoints,
  ...deviceEndpoints,
  ...deviceConnectionEndpoints,
  ...mapEndpoints,
  ...deviceApiEndpoints,
  ...keyEndpoints,
  ...auditEndpoints,
  ...eventEndpoints,
  ...pictureEndpoints,
  ...analyzeEndpoints,
  ...searchEndpoints,
} satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
