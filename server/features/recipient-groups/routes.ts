import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'
import { route } from '../../api/call.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { listRecipientGroups, type RecipientGroupRow } from './repository.ts'
import { createRecipientGroup, deleteRecipientGroup, updateRecipientGroup } from './service.ts'

export const recipientGroupRoutes = [
  route('recipientGroups', async ({ tx, session, deps }) => {
    const present = presenterFor(deps, session)
    return {
      data: (await listRecipientGroups(tx, session.organizationId)).map((row) =>
        presentRecipientGroup(row, present),
      ),
    }
  }),
  route('createRecipientGroup', async ({ tx, session, deps, body }) => ({
    status: 201,
    data: presentRecipientGroup(
      await createRecipientGroup(session, tx, body, deps.clock()),
      presenterFor(deps, session),
    ),
  })),
  route('updateRecipientGroup', async ({ tx, session, deps, params, body }) => ({
    data: presentRecipientGroup(
      await updateRecipientGroup(session, tx, params.id, body, deps.clock()),
      presenterFor(deps, session),
    ),
  })),
  route('deleteRecipientGroup', async ({ tx, session, deps, params }) => {
    await deleteRecipientGroup(session, tx, params.id, deps.clock())
    return { data: { id: params.id } }
  }),
]

const presentRecipientGroup = (
  { group, members, reachedCount, rules }: RecipientGroupRow,
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
