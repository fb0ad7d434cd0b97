import { longRoute, route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { changeReminders, findReminders } from './alert-reminders.ts'
import { changeQuietHours, findQuietHours } from './quiet-hours.ts'
import { testGroup } from './test-sending.ts'

export const noticeRoutes = [
  route('quietHours', async ({ tx, session, deps }) => {
    const { quietHours, until } = await findQuietHours(tx, session.organizationId, deps.clock())
    const { instant } = presenterFor(deps, session)
    return { data: { quiet_hours: quietHours, quiet_until: until && instant(until) } }
  }),

  route('updateQuietHours', async ({ tx, session, deps, body }) => {
    await changeQuietHours(tx, session, body.quiet_hours, deps.clock())
    return { data: body }
  }),

  route('alertReminders', async ({ tx, session }) => ({
    data: await findReminders(tx, session.organizationId),
  })),

  route('updateAlertReminders', async ({ tx, session, deps, body }) => ({
    data: await changeReminders(tx, session, body, deps.clock()),
  })),

  longRoute('testRecipientGroup', async ({ deps, session, params }) => ({
    data: await testGroup(deps, session, params.id),
  })),
]
