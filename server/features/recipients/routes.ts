import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { type GroupRow, listGroups } from './repository.ts'
import { createGroup, deleteGroup, updateGroup } from './service.ts'

export const recipientGroupRoutes = [
  route('recipientGroups', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    return { data: (await listGroups(tx, session.organizationId)).map((row) => presentGroup(row, present)) }
  }),
  route('createRecipientGroup', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentGroup(await createGroup(session, tx, body, deps.clock()), presenterFor(deps, session)),
  })),
  route('updateRecipientGroup', async ({ tx, session, deps, params, body }) => ({
    data: presentGroup(
      await updateGroup(session, tx, params.id, body, deps.clock()),
      presenterFor(deps, session),
    ),
  })),
  route('deleteRecipientGroup', async ({ tx, session, deps, params }) => {
    await deleteGroup(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]

const presentGroup = (
  { group, members, reachedCount, rules }: GroupRow,
  { instant }: Presenter,
): RecipientGroup => ({
  id: group.id,
  name: group.name,
  members,
  reached_count: reachedCount,
  rules,
  created_at: instant(group.createdAt),
  updated_at: instant(group.updatedAt),
})
