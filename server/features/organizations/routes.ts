import type { ListedOrganization } from '../../../contract/organizations.ts'
import { Failure, longRoute, ownerRoute } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { isoInZone } from '../../time-zone.ts'
import { devicesOf } from '../devices/index.ts'
import { listMembers, presentUser } from '../users/index.ts'
import { findListed, type ListedRow, listOrganizations } from './repository.ts'
import { createOrganization, updateOrganization } from './service.ts'

export const organizationRoutes = [
  ownerRoute('organizations', async ({ tx }) => ({ data: (await listOrganizations(tx)).map(present) })),
  ownerRoute('organization', async ({ tx, session, deps, params }) => {
    const row = await findListed(tx, params.id)
    if (row === undefined) throw new Failure('not_found')
    const of = { organizationId: row.organization.id, timeZone: row.organization.timeZone }
    const presenter = presenterFor(deps, of)
    const members = await listMembers(tx, of.organizationId, session.role)
    return {
      data: {
        ...present(row),
        devices: await devicesOf(deps, tx, of, { withDeleted: true }),
        users: members.map((member) => presentUser(member, presenter)),
      },
    }
  }),
  longRoute('createOrganization', async ({ session, deps, body }) => ({
    status: 201,
    data: present(await createOrganization(deps, session, body)),
  })),
  ownerRoute('updateOrganization', async ({ tx, session, deps, params, body }) => ({
    data: present(await updateOrganization(session, tx, params.id, body, deps.clock())),
  })),
]

const present = ({ organization, planName }: ListedRow): ListedOrganization => ({
  id: organization.id,
  name: organization.name,
  code: organization.code,
  plan_id: organization.planId,
  plan_name: planName,
  status: organization.status,
  expire_at: organization.expireAt && isoInZone(organization.timeZone, organization.expireAt),
  use_ai_boost: organization.useAiBoost,
  image_keep_duration: organization.imageKeepDuration,
  demo_enabled: organization.demoEnabled,
  protected: organization.protected,
})
