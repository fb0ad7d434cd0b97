import { Failure, route } from '../../api/call.ts'
import { findOrganization, listOrganizationNames } from '../organizations/index.ts'
import { findMember } from './repository.ts'

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
]
