import { Failure, route } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { findOrganization, listOrganizationNames } from '../organizations/index.ts'
import { presentUser } from './present.ts'
import { findMember, listMembers } from './repository.ts'

export const userRoutes = [
  route('me', async ({ session, tx, deps }) => {
    const member = await findMember(tx, session.organizationId, session.userId)
    const organization = await findOrganization(tx, session.organizationId)
    // The membership may have ended since authentication.
    if (member === null || organization === null) throw new Failure('unauthenticated')
    const names = await deps.database.asSystem(
      (system) => listOrganizationNames(system, session.userId),
      'read only',
    )
    return { data: { ...member, organization, organization_names: names } }
  }),
  route('users', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    const rows = await listMembers(tx, session.organizationId, session.role)
    return { data: rows.map((row) => presentUser(row, present)) }
  }),
]
