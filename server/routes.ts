import type { EndpointName } from '../contract/endpoints.ts'
import { alertRuleRoutes } from './features/alert-rules/routes.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { allocationRoutes } from './features/allocations/routes.ts'
import { analyzeRoutes } from './features/analyze/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { captureRoutes } from './features/captures/routes.ts'
import { categoryRoutes } from './features/categories/routes.ts'
import { closingRoutes } from './features/closings/routes.ts'
import { costBearerRoutes } from './features/cost-bearers/routes.ts'
import { dataResetRoutes } from './features/data-resets/routes.ts'
import { deviceApiRoutes } from './features/device-api/routes.ts'
import { arrivalRoutes } from './features/devices/arrivals-routes.ts'
import { connectionRoutes } from './features/devices/connection-routes.ts'
import { deviceRoutes } from './features/devices/routes.ts'
import { eventRoutes } from './features/events/routes.ts'
import { exportFormatRoutes } from './features/export-formats/routes.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { inspectionRoutes } from './features/inspections/routes.ts'
import { keyRoutes } from './features/keys/routes.ts'
import { llmUsageRoutes } from './features/llm-usage/routes.ts'
import { maintenanceRoutes } from './features/maintenances/routes.ts'
import { mapRoutes } from './features/maps/routes.ts'
import { meterRoutes } from './features/meters/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { organizationRoutes } from './features/organizations/routes.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { pushRoutes } from './features/push/routes.ts'
import { readingRoutes } from './features/readings/routes.ts'
import { recipientGroupRoutes } from './features/recipient-groups/routes.ts'
import { replacementRoutes } from './features/replacements/routes.ts'
import { reviewRoutes } from './features/review/routes.ts'
import { roundRoutes } from './features/rounds/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { unitRoutes } from './features/units/routes.ts'
import { usageRoutes } from './features/usages/routes.ts'
import { userRoutes } from './features/users/routes.ts'

export const routes = [
  ...sessionRoutes,
  ...userRoutes,
  ...organizationRoutes,
  ...dataResetRoutes,
  ...planRoutes,
  ...categoryRoutes,
  ...unitRoutes,
  ...groupRoutes,
  ...inspectionRoutes,
  ...roundRoutes,
  ...costBearerRoutes,
  ...meterRoutes,
  ...replacementRoutes,
  ...readingRoutes,
  ...usageRoutes,
  ...allocationRoutes,
  ...closingRoutes,
  ...exportFormatRoutes,
  ...importRoutes,
  ...captureRoutes,
  ...alertRoutes,
  ...alertRuleRoutes,
  ...recipientGroupRoutes,
  ...maintenanceRoutes,
  ...reviewRoutes,
  ...deviceRoutes,
  ...connectionRoutes,
  ...deviceApiRoutes,
  ...arrivalRoutes,
  ...mapRoutes,
  ...keyRoutes,
  ...llmUsageRoutes,
  ...auditRoutes,
  ...noticeRoutes,
  ...pushRoutes,
  ...eventRoutes,
  ...pictureRoutes,
  ...analyzeRoutes,
  ...searchRoutes,
]

type Unhandled = Exclude<EndpointName, (typeof routes)[number]['name']>
// Does not compile while an endpoint has no handler.
routes satisfies [Unhandled] extends [never] ? unknown : { handler: Unhandled }
